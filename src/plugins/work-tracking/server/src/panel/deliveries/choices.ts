import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import type { Subscription } from '../../records/subscription';
import { ATTEMPT, RESEND, SUBSCRIPTION } from '../../uids';
import { contentAccess } from '../content-access';
import { PROJECT_FIELDS, projectChoices } from '../project-choices';
import type { Administrator } from '../route';
import { deliveryAccess } from './filters';

/** The choices of the filters, and which parts of the page the person may read. */
export async function deliveryChoices(strapi: Core.Strapi, admin: Administrator) {
  const deliveries = deliveryAccess(strapi, admin);
  const attempts = contentAccess(strapi, admin, ATTEMPT);
  return {
    projects: await projectChoices(strapi, admin, deliveries),
    subscriptions: deliveries.canRead('subscriptionId') ? await subscriptionChoices(strapi, admin) : [],
    canReadChart: ['result', 'startedAt', 'durationMs'].every((field) => attempts.canRead(field)),
    canReadResends: contentAccess(strapi, admin, RESEND).canRead('state'),
  };
}

/** Sorted by URL; none when URLs may not be read. */
async function subscriptionChoices(strapi: Core.Strapi, admin: Administrator) {
  const access = contentAccess(strapi, admin, SUBSCRIPTION);
  if (!access.canRead('url')) return [];
  const { where, populate } = await access.query();
  const rows: Subscription[] = await strapi.db.query(SUBSCRIPTION).findMany({
    where,
    populate: { project: true, ...populate },
    orderBy: [{ url: 'asc' }, { id: 'asc' }],
  });
  return Promise.all(
    rows.map(async (row) => {
      const { project, ...choice } = await access.visible(row, ['documentId', 'url', 'active', 'project']);
      return { ...choice, ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}) };
    }),
  );
}

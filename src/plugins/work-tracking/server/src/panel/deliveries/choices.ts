import pick from 'lodash/pick';
import type { Core } from '@strapi/types';
import type { Subscription } from '../../records/subscription';
import { ATTEMPT, RESEND, SUBSCRIPTION } from '../../uids';
import { contentAccess } from '../content-access';
import { PROJECT_FIELDS, projectChoices } from '../project-choices';
import type { Administrator } from '../route';
import { deliveryAccess } from './filters';

/** What can be filtered by, and which parts of the console the person may read at all. */
export async function deliveryChoices(strapi: Core.Strapi, admin: Administrator) {
  const deliveries = deliveryAccess(strapi, admin);
  const attempts = contentAccess(strapi, admin, ATTEMPT);
  return {
    projects: await projectChoices(strapi, admin, deliveries),
    subscriptions: deliveries.canRead('subscriptionId') ? await subscriptionChoices(strapi, admin) : [],
    canReadChart: ['result', 'startedAt', 'durationMs'].every((field) => attempts.canRead(field)),
    canReadOrders: contentAccess(strapi, admin, RESEND).canRead('state'),
  };
}

/** By address; none when the addresses may not be read. */
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

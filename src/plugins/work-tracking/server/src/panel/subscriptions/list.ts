import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { pageOf } from '../../paging/page';
import type { Subscription } from '../../records/subscription';
import { PROJECT, SUBSCRIPTION } from '../../uids';
import { contentAccess, type ContentAccess } from '../content-access';
import { PROJECT_FIELDS } from '../project-choices';
import type { Administrator } from '../route';
import { subscriptionHealth } from './health';
import { lastErrors } from './last-errors';

/** Subscriptions in a page. */
const PAGE_SIZE = 20;

const SHOWN_FIELDS = [
  'documentId',
  'url',
  'active',
  'disabledReason',
  'failingSince',
  'createdAt',
  'project',
];

interface ListRequest {
  /** Text in the URL or in the project's key or name, in any case. */
  text?: string | undefined;
  cursor?: string | undefined;
}

/**
 * One page of the subscriptions that the person may read, newest first, with the last day's deliveries and the last
 * error of each as far as the person may read those.
 */
export async function listSubscriptions(
  strapi: Core.Strapi,
  admin: Administrator,
  { text, cursor }: ListRequest,
) {
  const access = subscriptionAccess(strapi, admin);
  const { where, populate } = await access.query(
    text === undefined ? {} : { $or: textFilters(strapi, admin, access, text) },
  );
  const { items: rows, next } = await pageOf(
    strapi,
    SUBSCRIPTION,
    { where, populate: { project: true, ...populate }, cursor, limit: PAGE_SIZE },
    (subscription: Subscription) => subscription,
  );
  const ids = rows.map(({ documentId }) => documentId);
  const [health, errors] = await Promise.all([
    subscriptionHealth(strapi, admin, ids),
    lastErrors(strapi, admin, ids),
  ]);
  const subscriptions = await Promise.all(
    rows.map(async (row) => {
      const { project, ...visible } = await access.visible(row, SHOWN_FIELDS);
      return {
        ...visible,
        ...(project ? { project: pick(project, PROJECT_FIELDS) } : {}),
        ...(health ? { health: health.of(row.documentId) } : {}),
        ...(errors ? { lastError: errors.get(row.documentId) ?? null } : {}),
        canSwitch: access.canChange(row, 'active'),
        canReplaceSecret: access.canChange(row, 'newSecret'),
      };
    }),
  );
  return { subscriptions, nextCursor: next.next_cursor, countedAt: health?.keptSince ?? null };
}

/**
 * The content manager's permissions for subscriptions.
 * @throws WorkTrackingError `not_permitted` unless their URLs may be read, by which the page names them
 */
export function subscriptionAccess(strapi: Core.Strapi, admin: Administrator): ContentAccess {
  const access = contentAccess(strapi, admin, SUBSCRIPTION);
  access.assertCanRead('url');
  return access;
}

/** The search goes through the project's fields only where the person may read them. */
function textFilters(strapi: Core.Strapi, admin: Administrator, access: ContentAccess, text: string) {
  const projects = contentAccess(strapi, admin, PROJECT);
  const fields = access.canRead('project') ? ['key', 'name'].filter((field) => projects.canRead(field)) : [];
  const contains = { $containsi: text };
  return [{ url: contains }, ...fields.map((field) => ({ project: { [field]: contains } }))];
}

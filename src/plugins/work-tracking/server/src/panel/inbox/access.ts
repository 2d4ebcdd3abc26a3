import type { Core } from '@strapi/types';
import merge from 'lodash/merge';
import pick from 'lodash/pick';
import { ASKED_FIELDS } from '../../../../domain/decision';
import { queryParams } from '../../host/content-manager-services';
import { DECISION, TICKET } from '../../uids';
import { contentAccess, matchesAll, type ContentAccess } from '../content-access';
import { isAllowed, type Administrator } from '../route';

/** A person's rights to read decisions outside the content manager. */
export type DecisionAccess = Pick<
  ContentAccess,
  'canRead' | 'assertCanRead' | 'query' | 'visible' | 'canChange' | 'change'
>;

/** Whether the person may file decisions that ask for something: in a project, about an entry, with options. */
const mayAsk = (access: Pick<ContentAccess, 'canCreate'>): boolean =>
  ASKED_FIELDS.every((field) => access.canCreate(field));

/** Whether the inbox opens: by its permission, or for what the person has asked. */
export const opensInbox = (strapi: Core.Strapi, admin: Administrator): boolean =>
  isAllowed(admin, 'decision.read') || mayAsk(contentAccess(strapi, admin, DECISION));

/**
 * The rights to the decisions of the inbox, which shows their status.
 * @throws WorkTrackingError `not_permitted` for a person who may read the status of none
 */
export function inboxAccess(
  strapi: Core.Strapi,
  admin: Administrator,
  isReader = isAllowed(admin, 'decision.read'),
): DecisionAccess {
  const access = decisionAccess(strapi, admin, ['state'], isReader);
  access.assertCanRead('state');
  return access;
}

/**
 * The content manager's permissions for decisions; whoever may ask reads those that they have filed themselves as well,
 * each as a whole.
 * @param needed the fields without which no decision of somebody else is read
 * @param isReader whether decisions of others are meant at all
 */
export function decisionAccess(
  strapi: Core.Strapi,
  admin: Administrator,
  needed: readonly string[],
  isReader = true,
): DecisionAccess {
  const access = contentAccess(strapi, admin, DECISION);
  if (!mayAsk(access)) return access;
  const readsOthers = isReader && access.canRead() && needed.every((field) => access.canRead(field));
  const { id: userId } = admin.user;

  return {
    ...pick(access, ['canChange', 'change']),
    canRead: (field) => !readsOthers || access.canRead(field),
    assertCanRead(...fields) {
      if (readsOthers) access.assertCanRead(...fields);
    },
    async query(filters = {}) {
      const { where: asked = {} } = queryParams(strapi).transform(DECISION, { filters });
      const own = { $and: [asked, { createdBy: { id: userId } }] };
      if (!readsOthers) return { where: own, populate: { createdBy: true } };
      const { where, populate } = await access.query(filters);
      const readsAll = matchesAll((await access.query()).where);
      return {
        where: readsAll ? where : { $or: [where, own] },
        populate: merge({ createdBy: true }, populate),
      };
    },
    visible: async (row, fields) =>
      isFiledBy(admin, row) ? pick(row as Record<string, unknown>, fields) : access.visible(row, fields),
  };
}

/** The same for either type of work; tickets are read by the content manager's permissions alone. */
export const workAccess = (
  strapi: Core.Strapi,
  admin: Administrator,
  type: 'ticket' | 'decision',
  needed: readonly string[],
  isReader = true,
): Pick<DecisionAccess, 'canRead' | 'assertCanRead' | 'query'> =>
  type === 'ticket' ? contentAccess(strapi, admin, TICKET) : decisionAccess(strapi, admin, needed, isReader);

/** Whether the person has filed a record that a query with its creator found. */
export const isFiledBy = ({ user }: Administrator, row: object): boolean =>
  (row as { createdBy?: { id: number } | null }).createdBy?.id === user.id;

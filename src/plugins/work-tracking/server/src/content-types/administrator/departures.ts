import type { Core } from '@strapi/types';
import { afterRoleChanges } from '../../host/admin-services';
import { wrapEntityWrites, type WriteRequest } from '../../host/entity-writes';
import { ADMIN_USER } from '../../uids';
import { deleteViewsOf } from '../board-view/views';
import { unassign } from '../ticket/assignees';
import {
  disableOfDeleted,
  disableUnreadable,
  disableUnreadableOfRole,
} from '../webhook-subscription/answering';

/**
 * Takes their tickets from administrators who are deleted, deletes their views, and disables the subscriptions that they
 * answer for, in the same transaction: the foreign keys would do it without version, audit entry and event. Those who get
 * other roles, or roles with other rights, or are deactivated, keep the subscriptions that they may still read.
 */
export function followAdministrators(strapi: Core.Strapi): void {
  wrapEntityWrites(strapi, (write, next) =>
    write.uid === ADMIN_USER ? withRecordsOf(strapi, write, next) : next(),
  );
  afterRoleChanges(strapi, (roleId) => disableUnreadableOfRole(strapi, roleId));
}

async function withRecordsOf<Result>(
  strapi: Core.Strapi,
  { write, params: { where, data = {} } }: WriteRequest,
  next: () => Promise<Result>,
): Promise<Result> {
  const isDeletion = write === 'delete' || write === 'deleteMany';
  const takesRights =
    (write === 'update' || write === 'updateMany') && (data.roles !== undefined || data.isActive === false);
  if (!isDeletion && !takesRights) return next();
  return strapi.db.transaction(async () => {
    const people: { id: number }[] = await strapi.db
      .query(ADMIN_USER)
      .findMany({ select: ['id'], ...(where ? { where } : {}) });
    const ids = people.map(({ id }) => id);
    if (!isDeletion) {
      const result = await next();
      await disableUnreadable(strapi, ids);
      return result;
    }
    await deleteViewsOf(strapi, ids);
    for (const id of ids) await unassign(strapi, id);
    await disableOfDeleted(strapi, ids);
    return next();
  });
}

import type { Core } from '@strapi/types';
import uniqBy from 'lodash/uniqBy';
import { assignablePeople, peopleWithTickets, type Person } from '../../records/person';
import { TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/**
 * The people whom a ticket can be assigned to, by name alone, which takes no right to read administrators. None for
 * somebody who may neither read nor change whose tickets are.
 * @param isWithFormer whether those who have tickets, and whom none can be assigned to any more, come after them
 */
export async function people(
  strapi: Core.Strapi,
  admin: Administrator,
  isWithFormer: boolean,
): Promise<Person[]> {
  const access = contentAccess(strapi, admin, TICKET);
  const canRead = access.canRead('assignee');
  if (!canRead && !access.canUpdate('assignee')) return [];
  const assignable = await assignablePeople(strapi);
  return isWithFormer && canRead
    ? uniqBy([...assignable, ...(await peopleWithTickets(strapi))], 'id')
    : assignable;
}

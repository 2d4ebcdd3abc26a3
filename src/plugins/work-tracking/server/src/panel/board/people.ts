import type { Core } from '@strapi/types';
import { assignablePeople, type Person } from '../../records/person';
import { TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/**
 * The people whom a ticket can be assigned to, by name alone, which takes no right to read administrators. None for
 * somebody who may neither read nor change whose tickets are.
 */
export async function people(strapi: Core.Strapi, admin: Administrator): Promise<Person[]> {
  const access = contentAccess(strapi, admin, TICKET);
  return access.canRead('assignee') || access.canUpdate('assignee') ? assignablePeople(strapi) : [];
}

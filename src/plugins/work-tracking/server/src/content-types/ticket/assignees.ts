import type { Core } from '@strapi/types';
import { invalidField } from '../../../../domain/errors';
import { positiveInteger } from '../../../../domain/integers';
import { isAssignable } from '../../records/person';
import type { Ticket } from '../../records/ticket';
import { ADMIN_USER, TICKET } from '../../uids';
import { relatedRowId } from '../../write/column-relations';
import { lockRecord } from '../../write/rows';

/** Small, so that few rows are in memory at once. */
const BATCH = 100;

const notAssignable = (id: number | string) =>
  invalidField('assignee', `There is nobody with the id "${id}" whose role may move tickets.`);

/**
 * Reads the id of a person, as /people lists them. Strapi's document service refuses an id that is not there with a
 * sentence that names no field.
 * @returns row id of an administrator; null and undefined as they are
 * @throws WorkTrackingError `validation_failed`
 */
export async function personGiven<Nobody extends null | undefined>(
  strapi: Core.Strapi,
  given: string | Nobody,
): Promise<number | Nobody> {
  if (typeof given !== 'string') return given;
  const id = positiveInteger(given);
  if (id === undefined || (await strapi.db.query(ADMIN_USER).count({ where: { id } })) === 0)
    throw notAssignable(given);
  return id;
}

/**
 * Puts the assignee that is given into the form in which it is stored: a row id.
 * @param current the row id of the one before, who stays even without the right to be assigned by now
 * @throws WorkTrackingError `validation_failed` for somebody who can't be assigned
 */
export async function assignTo(
  strapi: Core.Strapi,
  data: Record<string, unknown>,
  current: number | null,
): Promise<void> {
  // The database layer takes a relation by its column's name too.
  if (data.assignee_id !== undefined) {
    data.assignee ??= data.assignee_id;
    delete data.assignee_id;
  }
  if (data.assignee === undefined) return;
  const id = await relatedRowId(strapi, TICKET, 'assignee', data.assignee);
  if (id === undefined) delete data.assignee;
  else data.assignee = id;
  const isOther = id !== undefined && id !== null && id !== current;
  if (isOther && !(await isAssignable(strapi, id))) throw notAssignable(id);
}

/** Takes a person's tickets from them, each as a change like any other. */
export async function unassign(strapi: Core.Strapi, personId: number): Promise<void> {
  for (;;) {
    const tickets: { documentId: string }[] = await strapi.db.query(TICKET).findMany({
      select: ['documentId'],
      where: { assignee_id: personId },
      orderBy: { id: 'asc' },
      limit: BATCH,
    });
    for (const { documentId } of tickets) {
      // It may have been given to somebody else since it was found.
      const ticket = await lockRecord<Ticket>(strapi, TICKET, { documentId });
      if (ticket?.assignee?.id !== personId) continue;
      await strapi.documents(TICKET as never).update({ documentId, data: { assignee: null } } as never);
    }
    if (tickets.length < BATCH) return;
  }
}

import type { Core } from '@strapi/types';
import { PROJECT_BINDING } from '../access/bindings';
import { lockRow } from '../database/locks';
import { wrapEntityWrites, wrapRelationWrites, type WriteRequest } from '../host/entity-writes';
import { resetClonedFields } from '../lifecycles/clones';
import { refuseColumnNames } from '../lifecycles/column-names';
import { translateColumnRelations } from '../lifecycles/column-relations';
import { DOCUMENT_WRITES, type DocumentWrite } from '../lifecycles/document-write';
import { leaveIdsToService } from '../lifecycles/given-by-service';
import { prepareGivenParts } from '../lifecycles/given-values';
import { countChangesOfLinkedRecords } from '../lifecycles/linked-records';
import type { InProject } from '../lifecycles/rows';
import { entityInTransaction, inTransaction } from '../lifecycles/write-transactions';
import type { Decision } from '../records/decision';
import { ADMIN_USER, DECISION, isOwnType, PROJECT, SUBSCRIPTION, TICKET, USER } from '../uids';
import { namingAllMistakes } from './all-mistakes';
import { deleteViewsOf } from './board-view/views';
import { countDecisionChange } from './decision/lifecycles';
import { giveCloneFreeSlug } from './decision/slug';
import { unassign } from './ticket/assignees';
import { countTicketChange } from './ticket/lifecycles';
import { disableOfDeleted, disableUnreadable } from './webhook-subscription/answering';

/** The types that people and code write, not the service alone. */
export const WRITABLE: readonly string[] = [PROJECT, TICKET, DECISION, SUBSCRIPTION];

/** The relations that are columns of their type's table. */
const COLUMN_RELATIONS: Readonly<Record<string, readonly string[]>> = {
  [TICKET]: ['project', 'assignee'],
  [DECISION]: ['project'],
  [SUBSCRIPTION]: ['project'],
  [USER]: [PROJECT_BINDING],
};

/**
 * Prepares and checks a write before Strapi's own part, in this order. v1, the panel, GraphQL and most code write through the
 * document service, which writes through the database layer; so does `strapi.db.query()`, for which nobody else would
 * begin a transaction. The type's lifecycles, further down, keep the rules.
 */
export function guardWrites(strapi: Core.Strapi): void {
  const linked = countChangesOfLinkedRecords(strapi, {
    [TICKET]: (before) => countTicketChange(strapi, before),
    [DECISION]: (before) => countDecisionChange(strapi, before),
  });
  strapi.documents.use((context, next) => {
    if (!DOCUMENT_WRITES.includes(context.action)) return next();
    const write = context as unknown as DocumentWrite;
    return namingAllMistakes(strapi, write, async () => {
      refuseColumnNames(strapi, write);
      await translateColumnRelations(strapi, write, COLUMN_RELATIONS[write.uid]);
      return inTransaction(strapi, write, async () => {
        if (write.action === 'clone' && isOwnType(write.uid)) await beginCopy(strapi, write);
        return linked.document(write, () => {
          if (WRITABLE.includes(write.uid)) prepareGivenParts(strapi, write);
          if (WRITABLE.includes(write.uid) && write.action === 'create') leaveIdsToService(write);
          return next();
        });
      });
    }) as never;
  });
  wrapEntityWrites(strapi, (write, next) =>
    withRecordsOfPeople(strapi, write, () =>
      linked.entity(write, () => entityInTransaction(strapi, write, next)),
    ),
  );
  wrapRelationWrites(strapi, (write, next) => linked.relations(write, next));
}

/**
 * Takes their tickets from administrators who are deleted, deletes their views, and disables the subscriptions that they
 * answer for, in the same transaction: the foreign keys would do it without version, audit entry and event. Those who get
 * other roles, or are deactivated, keep the subscriptions that they may still read.
 */
async function withRecordsOfPeople<Result>(
  strapi: Core.Strapi,
  { uid, write, params: { where, data = {} } }: WriteRequest,
  next: () => Promise<Result>,
): Promise<Result> {
  if (uid !== ADMIN_USER) return next();
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

/** Gives a copy what it starts with. */
async function beginCopy(strapi: Core.Strapi, write: DocumentWrite): Promise<void> {
  const { uid, params } = write;
  const { documentId = '' } = params;
  if (uid === DECISION) {
    const original = await originalOf<InProject<Decision>>(strapi, uid, documentId, { project: true });
    resetClonedFields(strapi, write, original);
    await giveCloneFreeSlug(strapi, write, original);
  } else {
    resetClonedFields(strapi, write, await originalOf<object>(strapi, uid, documentId));
  }
}

/**
 * The original stays as it is until the copy is made: a copy would begin with the fields of before a change, under a slug
 * that only the change has set free. On MySQL and MariaDB it is not locked: with it InnoDB locks the gap before it in the
 * index of public ids, and whoever waits for it does, too. A copy that came to stand there would end one of the two.
 * @returns null when there is no such row
 */
const originalOf = <Row>(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  populate: Record<string, unknown> = {},
): Promise<Row | null> =>
  strapi.db.dialect.client === 'mysql'
    ? (strapi.db.query(uid).findOne({ where: { documentId }, populate }) as Promise<Row | null>)
    : lockRow<Row>(strapi, uid, { documentId }, populate);

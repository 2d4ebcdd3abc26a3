import type { Core } from '@strapi/types';
import { PROJECT_BINDING } from '../access/bindings';
import { resetClonedFields } from '../lifecycles/clones';
import { refuseColumnNames } from '../lifecycles/column-names';
import { translateColumnRelations } from '../lifecycles/column-relations';
import { DOCUMENT_WRITES, type DocumentWrite } from '../lifecycles/document-write';
import { leaveIdsToService } from '../lifecycles/given-by-service';
import { prepareGivenParts } from '../lifecycles/given-values';
import { countChangesOfLinkedRecords } from '../lifecycles/linked-records';
import { inTransaction, runWritesInTransactions } from '../lifecycles/write-transactions';
import { DECISION, OWN_TYPES, PROJECT, SUBSCRIPTION, TICKET, USER } from '../uids';
import { namingAllMistakes } from './all-mistakes';
import { countDecisionChange } from './decision/lifecycles';
import { giveCloneFreeSlug } from './decision/slug';
import { countTicketChange } from './ticket/lifecycles';

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
 * What happens to a write of Strapi's document service before Strapi's own part, in this order. v1, the panel, GraphQL
 * and code all write through it; the type's lifecycles, further down, keep the rules.
 */
export function guardDocumentWrites(strapi: Core.Strapi): void {
  runWritesInTransactions(strapi);
  const countingLinkedChanges = countChangesOfLinkedRecords(strapi, {
    [TICKET]: (before) => countTicketChange(strapi, before),
    [DECISION]: (before) => countDecisionChange(strapi, before),
  });
  strapi.documents.use((context, next) => {
    if (!DOCUMENT_WRITES.includes(context.action)) return next();
    const write = context as unknown as DocumentWrite;
    return namingAllMistakes(strapi, write, async () => {
      await readGiven(strapi, write);
      return inTransaction(strapi, write, () =>
        countingLinkedChanges(write, () => {
          if (WRITABLE.includes(write.uid)) prepareGivenParts(strapi, write);
          if (WRITABLE.includes(write.uid) && write.action === 'create') leaveIdsToService(write);
          return next();
        }),
      );
    }) as never;
  });
}

/** Puts what is given into the form that Strapi stores, and what a copy is made of. */
async function readGiven(strapi: Core.Strapi, write: DocumentWrite): Promise<void> {
  const { uid, action } = write;
  refuseColumnNames(strapi, write);
  await translateColumnRelations(strapi, write, COLUMN_RELATIONS[uid]);
  if (action !== 'clone' || !uid.startsWith(OWN_TYPES)) return;
  await resetClonedFields(strapi, write);
  if (uid === DECISION) await giveCloneFreeSlug(strapi, write);
}

import type { Core } from '@strapi/types';
import { FORBIDDEN_ADDRESS } from '../../../domain/address';
import { markIssuedTokens } from '../access/issued-mark';
import { numberRows } from '../database/counters';
import { tableOf } from '../database/tables';
import { afterTables } from '../host/tables';
import {
  ATTEMPT,
  AUDIT_ENTRY,
  CONTENT_REFERENCE,
  DECISION,
  DELIVERY,
  EVENT,
  PROJECT,
  SUBSCRIPTION,
  TICKET,
  TICKET_LABEL,
} from '../uids';
import { giveEventsTheirBodies } from './event-bodies';
import { giveRowsTheirRecords } from './row-numbers';

/**
 * Changes what an older version has stored, once Strapi has changed the tables and before the application starts. The
 * old schemas are replaced afterwards, so a start that is killed in between does it again.
 */
export function migrateStoredData(strapi: Core.Strapi): void {
  afterTables(strapi, async (oldContentTypes) => {
    const before = oldContentTypes?.[DELIVERY]?.attributes;
    if (!before) return;
    if (!('resentAt' in before)) {
      await markResentDeliveries(strapi);
      await removeStoredAddresses(strapi);
      await publishCopies(strapi);
      await markIssuedTokens(strapi);
    }
    if (!(EVENT in oldContentTypes)) await giveEventsTheirBodies(strapi);
    // Told by a type that came with the numbers: an application may have had a field of that name before.
    if (!(TICKET_LABEL in oldContentTypes)) {
      await tableOf(strapi, TICKET).update({ labels: '[]' });
      await numberRows(strapi, 'tickets', { uid: TICKET, column: 'number', orderBy: 'created_at, id' });
    }
    if (!(CONTENT_REFERENCE in oldContentTypes)) {
      for (const uid of [TICKET, DECISION]) await tableOf(strapi, uid).update({ content: '[]' });
    }
    if ('targetRow' in (oldContentTypes[CONTENT_REFERENCE]?.attributes ?? {}))
      await giveRowsTheirRecords(strapi);
    if (!('seq' in (oldContentTypes[AUDIT_ENTRY]?.attributes ?? {}))) {
      await numberRows(strapi, 'changes', { uid: AUDIT_ENTRY, column: 'seq', orderBy: 'id' });
    }
  });
}

/** Small, so that no statement takes long. */
const BATCH = 500;

interface NewerDelivery {
  id: number;
  resent_from: string;
  created_at: unknown;
}

/** Deliveries did not know whether they were resent; the newer ones name them. */
async function markResentDeliveries(strapi: Core.Strapi): Promise<void> {
  let lastId = 0;
  for (;;) {
    const newer = (await tableOf(strapi, DELIVERY)
      .select('id', 'resent_from', 'created_at')
      .whereNotNull('resent_from')
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH)) as NewerDelivery[];
    for (const { resent_from: documentId, created_at: at } of newer) {
      await tableOf(strapi, DELIVERY).where({ document_id: documentId }).update({ resent_at: at });
    }
    if (newer.length < BATCH) return;
    lastId = newer.at(-1)?.id ?? lastId;
  }
}

/** The messages of refused attempts told the address that a name leads to. */
async function removeStoredAddresses(strapi: Core.Strapi): Promise<void> {
  await tableOf(strapi, ATTEMPT).where({ result: 'blocked_address' }).update({ message: FORBIDDEN_ADDRESS });
}

/** Copies that were made in a form have no time of publication; without one Strapi can't clone them again. */
async function publishCopies(strapi: Core.Strapi): Promise<void> {
  for (const uid of [PROJECT, TICKET, DECISION, SUBSCRIPTION]) {
    await tableOf(strapi, uid)
      .whereNull('published_at')
      .update({ published_at: strapi.db.connection.ref('created_at') });
  }
}

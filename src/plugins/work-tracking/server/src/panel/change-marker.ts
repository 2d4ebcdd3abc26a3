import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { tableOf } from '../database/tables';
import { AUDIT_ENTRY } from '../uids';

/** More entries than can be written at once: a smaller id may be committed after a larger one. */
const WINDOW = 100;

/**
 * A value that is different after each effective change of a ticket, decision, subscription or token, since each
 * writes an audit entry. It reads from the end of the primary key, so its cost does not grow with the table.
 */
export async function changeMarker(strapi: Core.Strapi): Promise<string> {
  const newest: { id: number }[] = await tableOf(strapi, AUDIT_ENTRY)
    .select('id')
    .orderBy('id', 'desc')
    .limit(WINDOW);
  return createHash('sha256')
    .update(newest.map(({ id }) => id).join())
    .digest('base64url');
}

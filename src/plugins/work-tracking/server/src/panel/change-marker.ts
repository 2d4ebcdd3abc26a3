import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { tableOf } from '../table';
import { AUDIT_ENTRY } from '../uids';

/** More than can be written at once: an entry with a smaller id may be committed after one with a larger. */
const WINDOW = 100;

/**
 * Another one after each effective change of a ticket, decision, subscription or token, through whichever door: each
 * leaves an audit entry. Read from the end of the primary key, so it costs the same however much there is.
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

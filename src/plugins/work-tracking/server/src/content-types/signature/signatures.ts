import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import type { ContentFilter, ContentReference } from '../../../../domain/content';
import { insertRows, tableOf } from '../../database/tables';
import type { Decision } from '../../records/decision';
import { SIGNATURE } from '../../uids';

interface Signature {
  entryType: string;
  entryId: string;
  entryLocale: string | null;
}

/**
 * Notes in the running transaction that a person in the panel resolves a decision, and about which entries: it signs
 * none that it comes to be about later.
 * @param decision as it is stored, under its lock
 */
export async function signDecision(strapi: Core.Strapi, { id, content }: Decision): Promise<void> {
  const rows = (content ?? []).map((entry: ContentReference) => ({
    document_id: uuidv7(),
    decision_row: id,
    entry_type: entry.type,
    entry_id: entry.id,
    entry_locale: entry.locale,
  }));
  await insertRows(strapi, SIGNATURE, rows, new Date());
}

/**
 * Has a person in the panel resolved a decision about an entry?
 * @param decisionRow row id
 * @param entry with a locale, about that locale of it or about every one
 */
export async function isSignedAbout(
  strapi: Core.Strapi,
  decisionRow: number,
  { type, id, locale }: ContentFilter,
): Promise<boolean> {
  const signatures: Signature[] = await strapi.db.query(SIGNATURE).findMany({ where: { decisionRow } });
  return signatures.some(
    ({ entryType, entryId, entryLocale }) =>
      entryType === type &&
      entryId === id &&
      (locale === undefined || entryLocale === null || entryLocale === locale),
  );
}

/** @param decisionRow row id */
export const deleteSignatures = (strapi: Core.Strapi, decisionRow: number): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, SIGNATURE).where({ decision_row: decisionRow }).delete().transacting(trx),
  );

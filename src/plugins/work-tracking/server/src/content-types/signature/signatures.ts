import type { Core } from '@strapi/types';
import { v7 as uuidv7 } from 'uuid';
import type { ContentFilter, ContentReference } from '../../../../domain/content';
import type { SignedEntry } from '../../../../domain/sign-off';
import { insertRows, tableOf } from '../../database/tables';
import { SIGNATURE } from '../../uids';
import { lastingEntry } from '../content-reference/references';

/** An entry that a person signs. */
export interface Signature extends ContentReference {
  /** Of its content in its locale; null for one that has none by itself: every locale, or one that is not there. */
  digest: string | null;
  /** JSON of what it says, where the person approves it: null in it for what is too long. */
  content: string | null;
}

/**
 * Notes in the running transaction what a person in the panel signs by resolving a decision: nothing that the decision
 * comes to be about later.
 * @param decisionId row id
 */
export async function storeSignatures(
  strapi: Core.Strapi,
  decisionId: number,
  signatures: readonly Signature[],
): Promise<void> {
  const rows = signatures.map((signature) => ({
    document_id: uuidv7(),
    decision_id: decisionId,
    entry_type: signature.type,
    entry_id: signature.id,
    entry_locale: signature.locale,
    digest: signature.digest,
    content: signature.content,
  }));
  for (const { content, ...entry } of signatures) if (content !== null) await dropContent(strapi, entry);
  await insertRows(strapi, SIGNATURE, rows, new Date());
}

/** The values of columns by which the signatures of an entry are found, in whichever locale. */
export function entryColumns(strapi: Core.Strapi, entry: ContentFilter): Record<string, string> {
  const { type, id } = lastingEntry(strapi, entry);
  return { entry_type: type, ...(id === undefined ? {} : { entry_id: id }) };
}

/** Only what was approved last of an entry in its locale is compared with. */
const dropContent = (strapi: Core.Strapi, { type, id, locale }: ContentReference): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, SIGNATURE)
      .where({ ...entryColumns(strapi, { type, id }), entry_locale: locale })
      .whereNotNull('content')
      .update({ content: null })
      .transacting(trx),
  );

/** A signature as it is stored. */
interface Row {
  entryType: string;
  entryId: string;
  entryLocale: string | null;
  digest: string | null;
}

/**
 * What a person in the panel has signed of an entry by resolving a decision.
 * @param decisionId row id
 * @param entry with a locale, that locale of it
 * @returns null unless a person has resolved it and it was about the entry then
 */
export async function signedAbout(
  strapi: Core.Strapi,
  decisionId: number,
  entry: ContentFilter,
): Promise<SignedEntry | null> {
  const { type, id, locale } = lastingEntry(strapi, entry);
  const stored: Row[] = await strapi.db
    .query(SIGNATURE)
    .findMany({ select: ['entryType', 'entryId', 'entryLocale', 'digest'], where: { decision: decisionId } });
  const about = stored.filter(
    ({ entryType, entryId, entryLocale }) =>
      entryType === type &&
      (id === undefined || entryId === id) &&
      (locale === undefined || entryLocale === null || entryLocale === locale),
  );
  if (about.length === 0) return null;
  const inLocale = about.find(
    ({ entryLocale, digest }) => digest !== null && entryLocale === (locale ?? null),
  );
  return { digest: inLocale?.digest ?? null };
}

/** An approval of an entry in one locale. */
export interface Approval {
  createdAt: string;
  /** Of its content by then. */
  digest: string;
  /** JSON of it, null in it where that was too long. */
  content: string;
}

/** @returns the last approval of an entry in its locale; null for none */
export function lastApproval(
  strapi: Core.Strapi,
  { type, id: entryId, locale: entryLocale }: ContentReference,
): Promise<Approval | null> {
  const { id } = lastingEntry(strapi, { type, id: entryId });
  return strapi.db.query(SIGNATURE).findOne({
    select: ['createdAt', 'digest', 'content'],
    where: {
      entryType: type,
      entryLocale,
      content: { $notNull: true },
      ...(id === undefined ? {} : { entryId: id }),
    },
    orderBy: { id: 'desc' },
  });
}

/** @param decisionId row id */
export const deleteSignatures = (strapi: Core.Strapi, decisionId: number): Promise<unknown> =>
  strapi.db.transaction(({ trx }) =>
    tableOf(strapi, SIGNATURE).where({ decision_id: decisionId }).delete().transacting(trx),
  );

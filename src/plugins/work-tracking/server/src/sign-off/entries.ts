import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { titleAttribute } from '../content-types/content-reference/entry-title';
import { tableName } from '../database/tables';
import { isLocalized } from '../host/locales';
import { contentDigest, populateContent, publishedDigest, relatedDigest } from './digest';

/** An entry in one locale, by its id and locale as they are stored: some databases find them in capitals, too. */
export interface StoredEntry extends ContentFilter {
  /** Row id. */
  row: number;
  /** What is stored of it, with `populateContent`. */
  values: Readonly<Record<string, unknown>>;
  /** Of its content. */
  digest: string;
  /** Of what a draft and what is published of it have in common. */
  publishedDigest: string;
  /** The row id of the administrator who has changed it last; null for a program. */
  changedBy: number | null;
  /** When it was saved last, in ISO 8601. */
  updatedAt: string | null;
}

/**
 * The drafts of an entry.
 * @param entry without a locale, in all that it has
 */
export const draftsOf = (strapi: Core.Strapi, entry: ContentFilter): Promise<StoredEntry[]> =>
  storedOf(strapi, entry, { publishedAt: null });

/** What is published of an entry. */
export const publishedOf = (strapi: Core.Strapi, entry: ContentFilter): Promise<StoredEntry[]> =>
  storedOf(strapi, entry, { publishedAt: { $notNull: true } });

async function storedOf(
  strapi: Core.Strapi,
  { type, id, locale }: ContentFilter,
  where: object,
): Promise<StoredEntry[]> {
  const rows: Record<string, unknown>[] = await strapi.db.query(type).findMany({
    where: { documentId: id, ...(locale === undefined ? {} : { locale }), ...where },
    populate: { ...populateContent(strapi, type), updatedBy: { select: ['id'] } },
    orderBy: [{ locale: 'asc' }, { id: 'asc' }],
  });
  return rows.map((row) => ({
    type,
    id: row.documentId as string,
    locale: (row.locale as string | null) ?? undefined,
    row: row.id as number,
    values: row,
    digest: contentDigest(strapi, type, row),
    publishedDigest: publishedDigest(strapi, type, row),
    changedBy: (row.updatedBy as { id: number } | null)?.id ?? null,
    updatedAt: row.updatedAt as string | null,
  }));
}

/** Would a draft, if it were published, leave what is published of it as it is? */
export async function isPublishedAsItIs(
  strapi: Core.Strapi,
  draft: StoredEntry,
  published: StoredEntry,
): Promise<boolean> {
  if (draft.digest === published.digest) return true;
  if (draft.publishedDigest !== published.publishedDigest) return false;
  const { type, locale } = draft;
  const [one, other] = await Promise.all(
    [draft, published].map(async ({ row: id }) => {
      const populate = populateContent(strapi, type, (target) => whatIsPublished(strapi, target, locale));
      const row: Record<string, unknown> | null = await strapi.db
        .query(type)
        .findOne({ where: { id }, populate });
      return row && relatedDigest(strapi, type, row);
    }),
  );
  return one === other;
}

/** The condition for entries of a type to which Strapi keeps a relation when it publishes one in a locale. */
function whatIsPublished(strapi: Core.Strapi, type: string, locale: string | undefined): object {
  if (!strapi.contentType(type as never).options?.draftAndPublish) return {};
  const published = strapi.db
    .connection(tableName(strapi, type))
    .select('document_id')
    .whereNotNull('published_at');
  if (locale !== undefined && isLocalized(strapi, type)) void published.where({ locale });
  return { documentId: { $in: published } };
}

/** The title of an entry, in its locale where that is there; the id of one without. */
export async function nameOf(strapi: Core.Strapi, { type, id, locale }: ContentFilter): Promise<string> {
  const title = await titleAttribute(strapi, type);
  if (title === undefined) return id;
  const drafts: Record<string, unknown>[] = await strapi.db.query(type).findMany({
    select: [title, 'locale'],
    where: { documentId: id, publishedAt: null },
    orderBy: { id: 'asc' },
  });
  const draft = drafts.find((one) => one.locale === locale) ?? drafts[0];
  const given = draft?.[title];
  return typeof given === 'string' && given !== '' ? given : id;
}

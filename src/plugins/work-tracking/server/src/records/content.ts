import type { ContentReference } from '../../../domain/content';

/** The entries that a record is about, as v1 shows them. PostgreSQL keeps the keys of JSON in another order. */
export const contentRecords = (content: readonly ContentReference[] | null): ContentReference[] =>
  (content ?? []).map(({ type, id, locale }) => ({ type, id, locale }));

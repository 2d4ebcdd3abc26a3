import type { ContentAccess } from './content-access';

/**
 * A filter for `ContentAccess.query`: rows with a text in one of the fields, in any case. A person searches the fields
 * that they may read; of none of them the query is refused, not ignored.
 */
export function textFilter(
  access: Pick<ContentAccess, 'canRead'>,
  fields: readonly string[],
  text: string | undefined,
) {
  if (text === undefined) return {};
  const readable = fields.filter((field) => access.canRead(field));
  const searched = readable.length > 0 ? readable : fields;
  return { $or: searched.map((field) => ({ [field]: { $containsi: text } })) };
}

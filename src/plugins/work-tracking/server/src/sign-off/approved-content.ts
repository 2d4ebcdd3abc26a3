import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import { lastApproval } from '../content-types/signature/signatures';
import { contentAttributes, contentDigest, type ContentAttribute } from './digest';

type Row = Readonly<Record<string, unknown>>;

/** Characters that are kept of an entry: with one more, nothing is. */
const MAX_LENGTH = 1_000_000;

/** What was approved of an entry in one locale. */
interface ApprovedContent {
  at: string;
  /** As `populateContent` gives it, without passwords. */
  content: Row;
}

/**
 * What is kept of an entry that is approved, so that a later draft can be compared with it.
 * @param row with `populateContent`
 */
export function keptContent(strapi: Core.Strapi, uid: string, row: Row): string {
  const content = JSON.stringify(contentCopy(strapi, uid, row));
  return content.length > MAX_LENGTH ? 'null' : content;
}

/**
 * What was last approved of a draft, as far as its type has the fields now.
 * @param published what is published of it
 * @returns null where it was not approved, or not kept, and where what is published is as new
 */
export async function approvedContent(
  strapi: Core.Strapi,
  type: string,
  draft: Row,
  published: Row | undefined,
): Promise<ApprovedContent | null> {
  const { documentId, locale } = draft as { documentId: string; locale?: string | null };
  const approval = await lastApproval(strapi, { type, id: documentId, locale: locale ?? null });
  const content = approval && (JSON.parse(approval.content) as Row | null);
  if (!approval || !content) return null;
  const { createdAt: at, digest } = approval;
  const isPublished =
    published !== undefined &&
    (new Date(published.publishedAt as string) >= new Date(at) ||
      contentDigest(strapi, type, published) === digest);
  return isPublished ? null : { at, content: contentCopy(strapi, type, content) };
}

/** What an entry or a component holds, without passwords and without what its type has no place for. */
function contentCopy(strapi: Core.Strapi, uid: string, row: Row): Row {
  const values = contentAttributes(strapi, uid).flatMap(([name, attribute]) => {
    const value = row[name] ?? null;
    const copy = value === null ? undefined : copyOf(strapi, attribute, value);
    return copy === undefined ? [] : [[name, copy]];
  });
  return Object.fromEntries(values) as Row;
}

function copyOf(
  strapi: Core.Strapi,
  { type, component = '', components = [] }: ContentAttribute,
  value: unknown,
): unknown {
  const rows = () => [value].flat().filter((one): one is Row => typeof one === 'object' && one !== null);
  switch (type) {
    case 'password':
      return undefined;
    case 'relation':
    case 'media':
      return rows()
        .filter(({ documentId }) => typeof documentId === 'string')
        .map((one) => pick(one, ['documentId', 'locale', 'name', '__type']));
    case 'component': {
      const copies = rows().map((one) => contentCopy(strapi, component, one));
      return Array.isArray(value) ? copies : copies[0];
    }
    case 'dynamiczone':
      return rows()
        .filter(({ __component: uid }) => components.includes(String(uid)))
        .map((one) => ({
          ...pick(one, '__component'),
          ...contentCopy(strapi, String(one.__component), one),
        }));
    default:
      return value;
  }
}

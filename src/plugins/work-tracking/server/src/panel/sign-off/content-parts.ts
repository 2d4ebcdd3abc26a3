import type { Core, UID } from '@strapi/types';
import type { ContentReference } from '../../../../domain/content';
import {
  contentAttributes,
  isNothing,
  otherLocale,
  relatedIds,
  type ContentAttribute,
  type Related,
} from '../../sign-off/digest';
import { blocksText } from './blocks-text';

/** A field of an entry, or of a component in it, that holds something. */
export interface ContentPart {
  /** Its name, and before it those on the way to it. */
  path: readonly string[];
  /** Equal for parts that hold the same. */
  compared: string;
  text?: string;
  /** Of a relation. */
  entries?: ContentReference[];
}

type Row = Readonly<Record<string, unknown>>;

/** Where a part is. */
interface Place {
  path: readonly string[];
  /** The locale of the entry; null for a type without. */
  locale: string | null;
}

/**
 * What an entry or a component says, field by field. What holds nothing has no part, as it counts for nothing in the
 * digest; of passwords nothing is told.
 * @param row with `populateContent`
 * @param locale of the entry; null for a type without
 */
export const contentParts = (
  strapi: Core.Strapi,
  uid: string,
  row: Row,
  locale: string | null,
): ContentPart[] => partsIn(strapi, uid, row, { path: [], locale });

const partsIn = (strapi: Core.Strapi, uid: string, row: Row, place: Place): ContentPart[] =>
  contentAttributes(strapi, uid).flatMap(([name, attribute]) =>
    isNothing(row[name]) ? [] : partsOf(strapi, attribute, row[name], below(place, name)),
  );

const below = ({ path, locale }: Place, name: string): Place => ({ path: [...path, name], locale });

function partsOf(
  strapi: Core.Strapi,
  attribute: ContentAttribute,
  value: unknown,
  place: Place,
): ContentPart[] {
  const { type, component = '', target = '' } = attribute;
  switch (type) {
    case 'password':
      return [];
    case 'component':
      return Array.isArray(value)
        ? value.flatMap((one, index) =>
            partsOfOne(strapi, component, one as Row, below(place, `${index + 1}`)),
          )
        : partsOfOne(strapi, component, value as Row, place);
    case 'dynamiczone':
      return (value as Row[]).flatMap((one, index) => {
        const uid = String(one.__component);
        const { displayName } = strapi.getModel(uid as UID.Schema).info;
        return partsOfOne(strapi, uid, one, below(place, `${index + 1} · ${displayName}`));
      });
    case 'relation':
      return relatedPart(attribute, place, value, (related) => ({
        entries: related.map((one) => ({
          type: one.__type ?? target,
          id: one.documentId,
          locale: otherLocale(one, place.locale),
        })),
      }));
    case 'media':
      return relatedPart(attribute, place, value, (files) => ({
        text: files.map(({ name }) => name ?? '').join('\n'),
      }));
    default:
      return [{ path: place.path, compared: JSON.stringify(value), text: textOf(type, value) }];
  }
}

/** A component that holds nothing is there nevertheless. */
function partsOfOne(strapi: Core.Strapi, uid: string, row: Row, place: Place): ContentPart[] {
  const parts = partsIn(strapi, uid, row, place);
  return parts.length > 0 ? parts : [{ path: place.path, compared: '', text: '' }];
}

function relatedPart(
  attribute: ContentAttribute,
  { path, locale }: Place,
  value: unknown,
  shown: (related: readonly Related[]) => Pick<ContentPart, 'text' | 'entries'>,
): ContentPart[] {
  const related = [value].flat() as Related[];
  if (related.length === 0) return [];
  const compared = JSON.stringify(relatedIds(attribute, related, locale));
  return [{ path, compared, ...shown(related) }];
}

function textOf(type: string, value: unknown): string {
  if (type === 'blocks') return blocksText(value);
  return typeof value === 'string' ? value : jsonText(value);
}

/** The levels of JSON that are shown indented: each makes every line of what is in it longer. */
const MAX_INDENTED = 30;

/** JSON as people read it, of any depth. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_INDENTED) return text;
  }
  return JSON.stringify(value, null, 2);
}

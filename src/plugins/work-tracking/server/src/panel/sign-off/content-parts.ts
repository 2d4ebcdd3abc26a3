import type { Core, UID } from '@strapi/types';
import type { ContentReference } from '../../../../domain/content';
import { contentAttributes, isNothing, relatedIds, type ContentAttribute } from '../../sign-off/digest';
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

interface Related {
  documentId: string;
  name?: string;
  /** Where it can be of several types. */
  __type?: string;
}

/**
 * What an entry or a component says, field by field. What holds nothing has no part, as it counts for nothing in the
 * digest; of passwords nothing is told.
 * @param row with `populateContent`
 */
export const contentParts = (
  strapi: Core.Strapi,
  uid: string,
  row: Row,
  path: readonly string[] = [],
): ContentPart[] =>
  contentAttributes(strapi, uid).flatMap(([name, attribute]) =>
    isNothing(row[name]) ? [] : partsOf(strapi, attribute, row[name], [...path, name]),
  );

function partsOf(
  strapi: Core.Strapi,
  attribute: ContentAttribute,
  value: unknown,
  path: readonly string[],
): ContentPart[] {
  const { type, component = '', target = '' } = attribute;
  switch (type) {
    case 'password':
      return [];
    case 'component':
      return Array.isArray(value)
        ? value.flatMap((one, index) => partsOfOne(strapi, component, one as Row, [...path, `${index + 1}`]))
        : partsOfOne(strapi, component, value as Row, path);
    case 'dynamiczone':
      return (value as Row[]).flatMap((one, index) => {
        const uid = String(one.__component);
        const { displayName } = strapi.getModel(uid as UID.Schema).info;
        return partsOfOne(strapi, uid, one, [...path, `${index + 1} · ${displayName}`]);
      });
    case 'relation':
      return relatedPart(attribute, path, value, (related) => ({
        entries: related.map(({ __type, documentId }) => ({
          type: __type ?? target,
          id: documentId,
          locale: null,
        })),
      }));
    case 'media':
      return relatedPart(attribute, path, value, (files) => ({
        text: files.map(({ name }) => name ?? '').join('\n'),
      }));
    default:
      return [{ path, compared: JSON.stringify(value), text: textOf(type, value) }];
  }
}

/** A component that holds nothing is there nevertheless. */
function partsOfOne(strapi: Core.Strapi, uid: string, row: Row, path: readonly string[]): ContentPart[] {
  const parts = contentParts(strapi, uid, row, path);
  return parts.length > 0 ? parts : [{ path, compared: '', text: '' }];
}

function relatedPart(
  attribute: ContentAttribute,
  path: readonly string[],
  value: unknown,
  shown: (related: readonly Related[]) => Pick<ContentPart, 'text' | 'entries'>,
): ContentPart[] {
  const related = [value].flat() as Related[];
  if (related.length === 0) return [];
  const compared = JSON.stringify(relatedIds(attribute, related));
  return [{ path, compared, ...shown(related) }];
}

function textOf(type: string, value: unknown): string {
  if (type === 'blocks') return blocksText(value);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

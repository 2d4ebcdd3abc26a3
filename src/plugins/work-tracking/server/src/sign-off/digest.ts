import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { contentTypes } from '../host/strapi-utils';
import { canonicalJson } from './canonical-json';

/** An attribute of a type or a component of the application, as far as it is used here. */
export interface ContentAttribute {
  type: string;
  /** Of a component. */
  component?: string;
  /** Of a dynamic zone. */
  components?: readonly string[];
  /** Of a relation: the type of the other side, where there is one only. */
  target?: string;
  /** Of a relation that the other side keeps: the attribute there. */
  mappedBy?: string;
  morphBy?: string;
  /** Of a relation that no table holds. */
  unstable_virtual?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

const { ID_ATTRIBUTE, DOC_ID_ATTRIBUTE, PUBLISHED_AT_ATTRIBUTE, CREATED_BY_ATTRIBUTE, UPDATED_BY_ATTRIBUTE } =
  contentTypes.constants;

/** An entry or a file to which another one is related, as far as `populateContent` reads it. */
export interface Related {
  documentId: string;
  locale?: string | null;
  /** Of a file. */
  name?: string;
  /** Where it can be of several types. */
  __type?: string;
}

/** How much of an entry is in a digest. */
interface Part {
  /** The locale of the entry; null for a type without. */
  locale: string | null;
  /** Types of attributes that are left out. */
  without: readonly string[];
}

/** What Strapi adds to a type and is no content: who wrote an entry and when, its other locales, its stage of review. */
const NOT_CONTENT: readonly string[] = [
  ...[ID_ATTRIBUTE, DOC_ID_ATTRIBUTE, CREATED_BY_ATTRIBUTE, UPDATED_BY_ATTRIBUTE],
  ...[PUBLISHED_AT_ATTRIBUTE, 'firstPublishedAt', 'createdAt', 'updatedAt'],
  ...['locale', 'localizations', 'strapi_stage', 'strapi_assignee'],
];

/** The attributes of a type or a component that hold what an entry says. */
export function contentAttributes(strapi: Core.Strapi, uid: string): [string, ContentAttribute][] {
  const { attributes } = strapi.getModel(uid as never) as { attributes: Record<string, ContentAttribute> };
  const added = Object.hasOwn(strapi.components, uid) ? [ID_ATTRIBUTE] : NOT_CONTENT;
  return Object.entries(attributes).filter(
    ([name, attribute]) => !added.includes(name) && attribute.unstable_virtual !== true,
  );
}

/** The same by name. */
export const ownContent = (strapi: Core.Strapi, uid: string): Readonly<Record<string, ContentAttribute>> =>
  Object.fromEntries(contentAttributes(strapi, uid));

/**
 * What has to be populated of an entry, or of a component in one, for `contentDigest`; of files, their names, too.
 * @param ofType what the related entries of a type are narrowed to; all unless given
 */
export function populateContent(
  strapi: Core.Strapi,
  uid: string,
  ofType: (type: string) => object = () => ({}),
): Record<string, object> {
  const populate: Record<string, object> = {};
  for (const [name, { type, component = '', components = [], target }] of contentAttributes(strapi, uid)) {
    if (type === 'relation') {
      populate[name] = {
        select: [DOC_ID_ATTRIBUTE, 'locale'],
        ...(target === undefined ? {} : { where: ofType(target) }),
      };
    }
    if (type === 'media') populate[name] = { select: [DOC_ID_ATTRIBUTE, 'name'] };
    if (type === 'component') populate[name] = { populate: populateContent(strapi, component, ofType) };
    if (type === 'dynamiczone') {
      const on = components.map((one) => [one, { populate: populateContent(strapi, one, ofType) }]);
      populate[name] = { on: Object.fromEntries(on) as object };
    }
  }
  return populate;
}

/**
 * A digest of what an entry says in one locale, the same on every database: its fields, components and dynamic zones, its
 * media and relations by their document ids. A field that holds nothing is as if it was not there.
 * @param row with `populateContent`
 */
export const contentDigest = (strapi: Core.Strapi, uid: string, row: Row): string =>
  digestWithout(strapi, uid, row, []);

/**
 * The same of what a draft and what Strapi makes of it when it publishes have in common: it leaves out relations to what is
 * not published, and stores a password under another salt.
 */
export const publishedDigest = (strapi: Core.Strapi, uid: string, row: Row): string =>
  digestWithout(strapi, uid, row, ['relation', 'password']);

/**
 * The same with the relations.
 * @param row with `populateContent`, narrowed to what is published
 */
export const relatedDigest = (strapi: Core.Strapi, uid: string, row: Row): string =>
  digestWithout(strapi, uid, row, ['password']);

const digestWithout = (strapi: Core.Strapi, uid: string, row: Row, without: readonly string[]): string =>
  digestOf(contentOf(strapi, uid, row, { locale: localeOf(row), without }));

/** The locale of an entry as it is stored; null for a type without. */
export const localeOf = (row: Row): string | null => (row.locale as string | null | undefined) ?? null;

/** A digest of what JSON can hold; the order of an object's keys, which not every database keeps, does not count. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** What a field holds that was never filled in, or is cleared: the panel stores an empty text then. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

function contentOf(strapi: Core.Strapi, uid: string, row: Row, part: Part): Row {
  const values = contentAttributes(strapi, uid).flatMap(([name, attribute]) => {
    const isLeftOut = part.without.includes(attribute.type) || isNothing(row[name]);
    const content = isLeftOut ? undefined : valueOf(strapi, attribute, row[name], part);
    return content === undefined ? [] : [[name, content]];
  });
  return Object.fromEntries(values) as Row;
}

function valueOf(strapi: Core.Strapi, attribute: ContentAttribute, value: unknown, part: Part): unknown {
  switch (attribute.type) {
    case 'relation':
    case 'media':
      return relatedIds(attribute, [value].flat() as Related[], part.locale);
    case 'component': {
      const { component = '' } = attribute;
      return someOf([value].flat().map((one) => contentOf(strapi, component, one as Row, part)));
    }
    case 'dynamiczone':
      return someOf(
        (value as Row[]).map((one) => {
          const component = String(one.__component);
          return { component, content: contentOf(strapi, component, one, part) };
        }),
      );
    case 'time':
      return inMilliseconds(value as string);
    default:
      return value;
  }
}

/** PostgreSQL leaves out zeros at the end of a fraction. */
function inMilliseconds(time: string): string {
  const [seconds = '', fraction = ''] = time.split('.');
  return `${seconds}.${fraction.padEnd(3, '0')}`;
}

/**
 * The ids by which a relation, or media, is in the digest: with the locale of an entry that is in another one than what
 * refers to it, and without order in a relation that the other side keeps.
 * @param locale of what refers to them
 * @returns undefined for none
 */
export function relatedIds(
  { mappedBy, morphBy }: ContentAttribute,
  related: readonly Related[],
  locale: string | null,
): string[] | undefined {
  const ids = related.map((one) =>
    [one.__type, one.documentId, otherLocale(one, locale)].filter(Boolean).join(':'),
  );
  const once = [...new Set(ids)];
  return someOf(mappedBy === undefined && morphBy === undefined ? once : once.sort());
}

/** The locale of a related entry where it is not that of what refers to it: Strapi takes the same one if it can. */
export const otherLocale = ({ locale = null }: Related, own: string | null): string | null =>
  locale === own ? null : locale;

const someOf = <Item>(items: Item[]): Item[] | undefined => (items.length > 0 ? items : undefined);

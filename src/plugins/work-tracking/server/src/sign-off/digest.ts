import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { contentTypes } from '../host/strapi-utils';

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
        select: [DOC_ID_ATTRIBUTE],
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
  digestOf(contentOf(strapi, uid, row, []));

/**
 * The same of what a draft and what Strapi makes of it when it publishes have in common: it leaves out relations to what is
 * not published, and stores a password under another salt.
 */
export const publishedDigest = (strapi: Core.Strapi, uid: string, row: Row): string =>
  digestOf(contentOf(strapi, uid, row, ['relation', 'password']));

/**
 * The same with the relations.
 * @param row with `populateContent`, narrowed to what is published
 */
export const relatedDigest = (strapi: Core.Strapi, uid: string, row: Row): string =>
  digestOf(contentOf(strapi, uid, row, ['password']));

/** A digest of what JSON can hold; the order of an object's keys, which not every database keeps, does not count. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, sortedKeys)).digest('hex');

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** What a field holds that was never filled in, or is cleared: the panel stores an empty text then. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** @param without types of attributes that are left out */
function contentOf(strapi: Core.Strapi, uid: string, row: Row, without: readonly string[]): Row {
  const values = contentAttributes(strapi, uid).flatMap(([name, attribute]) => {
    const isLeftOut = without.includes(attribute.type) || isNothing(row[name]);
    const content = isLeftOut ? undefined : valueOf(strapi, attribute, row[name], without);
    return content === undefined ? [] : [[name, content]];
  });
  return Object.fromEntries(values) as Row;
}

function valueOf(
  strapi: Core.Strapi,
  attribute: ContentAttribute,
  value: unknown,
  without: readonly string[],
): unknown {
  switch (attribute.type) {
    case 'relation':
    case 'media':
      return relatedIds(attribute, value as object);
    case 'component': {
      const { component = '' } = attribute;
      return someOf([value].flat().map((one) => contentOf(strapi, component, one as Row, without)));
    }
    case 'dynamiczone':
      return someOf(
        (value as Row[]).map((one) => {
          const component = String(one.__component);
          return { component, content: contentOf(strapi, component, one, without) };
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
 * The ids by which a relation, or media, is in the digest: an entry in several locales is one, and the order does not count
 * of a relation that the other side keeps.
 * @returns undefined for none
 */
export function relatedIds({ mappedBy, morphBy }: ContentAttribute, value: object): string[] | undefined {
  const ids = ([value].flat() as Row[]).map(({ __type: type, documentId }) =>
    [type, documentId].filter(Boolean).join(':'),
  );
  const once = [...new Set(ids)];
  return someOf(mappedBy === undefined && morphBy === undefined ? once : once.sort());
}

const someOf = <Item>(items: Item[]): Item[] | undefined => (items.length > 0 ? items : undefined);

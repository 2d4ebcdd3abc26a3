import type { Core } from '@strapi/types';
import { timestamp } from './timestamps';

/** An attribute of a content type, as far as it is looked at here. */
export interface Attribute {
  type: string;
  private?: boolean;
  required?: boolean;
  default?: unknown;
  /** Of an enumeration. */
  enum?: readonly string[];
  min?: number | string;
  max?: number | string;
  minLength?: number;
  maxLength?: number;
  regex?: string;
  /** Of a relation: `oneToOne`, `manyToMany` and so on, and what it leads to. */
  relation?: string;
  target?: string;
  /** Of a component. */
  component?: string;
  repeatable?: boolean;
  /** Of a dynamic zone. */
  components?: readonly string[];
  /** Of media. */
  multiple?: boolean;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** Under the plugin's name in a content type's `pluginOptions`. */
export interface TypeOptions {
  /** The attributes that a content team has added in the Content-Type Builder. */
  teamFields?: readonly string[];
}

type Values = Record<string, unknown>;

const NESTED = ['relation', 'media', 'component', 'dynamiczone'];

/** The attributes that a content team has added to a type, private ones included. */
export function teamFields(strapi: Core.Strapi, uid: string): Attributes {
  const { attributes, pluginOptions } = strapi.getModel(uid as never) as unknown as {
    attributes: Attributes;
    pluginOptions?: { 'work-tracking'?: TypeOptions };
  };
  const names = pluginOptions?.['work-tracking']?.teamFields ?? [];
  return pickAttributes(attributes, (name) => names.includes(name));
}

/** The same, as far as the API knows of them. */
export const publicTeamFields = (strapi: Core.Strapi, uid: string): Attributes =>
  publicOnly(teamFields(strapi, uid));

/** What the API knows of a component's attributes. */
export const publicComponentFields = (strapi: Core.Strapi, uid: string): Attributes =>
  publicOnly(componentFields(strapi, uid));

export const isToMany = ({ relation = '' }: Attribute): boolean => relation.endsWith('Many');

/** What has to be read beside a row for its team's fields; undefined where the row holds all of them. */
export function teamPopulate(strapi: Core.Strapi, uid: string): Values | undefined {
  const populate = populateOf(strapi, teamFields(strapi, uid));
  return Object.keys(populate).length === 0 ? undefined : populate;
}

/** The team's fields of a row, as the API shows them: the values of a record under their own names. */
export const teamValues = (strapi: Core.Strapi, uid: string, row: object): Values =>
  valuesOf(strapi, publicTeamFields(strapi, uid), row as Values, publicOnly);

/** What a row's relations, media and components hold, private ones included: to be compared, not to be shown. */
export const nestedValues = (strapi: Core.Strapi, uid: string, row: object): Values =>
  valuesOf(
    strapi,
    pickAttributes(teamFields(strapi, uid), (_name, { type }) => NESTED.includes(type)),
    row as Values,
    (attributes) => attributes,
  );

const componentFields = (strapi: Core.Strapi, uid: string): Attributes =>
  pickAttributes(
    (strapi.getModel(uid as never) as unknown as { attributes: Attributes }).attributes,
    (name) => name !== 'id',
  );

const publicOnly = (attributes: Attributes): Attributes =>
  pickAttributes(
    attributes,
    (_name, attribute) => attribute.private !== true && attribute.type !== 'password',
  );

const pickAttributes = (
  attributes: Attributes,
  choose: (name: string, attribute: Attribute) => boolean,
): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      // Whatever leads to several types at once belongs to plugins; the builder makes none.
      ([name, attribute]) => choose(name, attribute) && !attribute.relation?.startsWith('morph'),
    ),
  );

function populateOf(strapi: Core.Strapi, attributes: Attributes): Values {
  const within = (uid: string) => ({ populate: populateOf(strapi, componentFields(strapi, uid)) });
  const populate: Values = {};
  for (const [name, { type, component = '', components = [] }] of Object.entries(attributes)) {
    if (type === 'relation') populate[name] = { select: ['id', 'documentId'] };
    else if (type === 'media') populate[name] = true;
    else if (type === 'component') populate[name] = within(component);
    else if (type === 'dynamiczone') {
      populate[name] = { on: Object.fromEntries(components.map((uid) => [uid, within(uid)])) };
    }
  }
  return populate;
}

type Choice = (attributes: Attributes) => Attributes;

const valuesOf = (strapi: Core.Strapi, attributes: Attributes, row: Values, choose: Choice): Values =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      valueOf(strapi, attribute, row[name], choose),
    ]),
  );

function valueOf(strapi: Core.Strapi, attribute: Attribute, value: unknown, choose: Choice): unknown {
  const inside = (uid: string, part: unknown) =>
    valuesOf(strapi, choose(componentFields(strapi, uid)), part as Values, choose);
  const parts = value === null || value === undefined ? [] : [value].flat();
  switch (attribute.type) {
    case 'relation': {
      // A document that can be published has a row for its draft as well.
      const ids = [...new Set(parts.map((part) => (part as { documentId: string }).documentId))];
      return isToMany(attribute) ? ids : (ids[0] ?? null);
    }
    case 'media': {
      const files = parts.map((file) => publicFile(file as Values));
      return attribute.multiple ? files : (files[0] ?? null);
    }
    case 'component': {
      const found = parts.map((part) => inside(attribute.component ?? '', part));
      return attribute.repeatable ? found : (found[0] ?? null);
    }
    case 'dynamiczone':
      return parts.map((part) => {
        const { __component: uid } = part as { __component: string };
        return { __component: uid, ...inside(uid, part) };
      });
    case 'datetime':
    case 'timestamp':
      return parts.length === 0 ? null : timestamp(value as string);
    default:
      return value ?? null;
  }
}

/** What of a file the API shows, by Strapi's names; its id is the public one. */
export const FILE_FIELDS = [
  'name',
  'alternativeText',
  'caption',
  'url',
  'mime',
  'ext',
  'size',
  'width',
  'height',
  'formats',
] as const;

const publicFile = (file: Values): Values => ({
  id: file.documentId,
  ...Object.fromEntries(FILE_FIELDS.map((name) => [name, file[name] ?? null])),
});

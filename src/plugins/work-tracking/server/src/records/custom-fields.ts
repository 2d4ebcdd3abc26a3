import type { Core } from '@strapi/types';
import { memoizePerInstance } from '../database/memoize-per-instance';
import { timeOfDay, timestamp } from './times';

/** An attribute of a content type, as far as it is used here. */
export interface Attribute {
  type: string;
  private?: boolean;
  required?: boolean;
  /** Whether the Content-Type Builder may change or delete it; by default it may. */
  configurable?: boolean;
  /** Whether Strapi's search covers the attribute; by default it does. */
  searchable?: boolean;
  default?: unknown;
  /** The values of an enumeration. */
  enum?: readonly string[];
  min?: number | string;
  max?: number | string;
  minLength?: number;
  maxLength?: number;
  regex?: string;
  /** The kind of a relation, such as `oneToOne` or `manyToMany`; `target` is the type that it leads to. */
  relation?: string;
  target?: string;
  /** Whether the relation is in a table of its own; by default it is. */
  useJoinTable?: boolean;
  /** The uid of an attribute's component. */
  component?: string;
  repeatable?: boolean;
  /** The uids of the components that a dynamic zone takes. */
  components?: readonly string[];
  /** Whether a media attribute takes several files. */
  multiple?: boolean;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** The plugin's entry in a content type's `pluginOptions`. */
export interface TypeOptions {
  /** The attributes that a content team has added in the Content-Type Builder. */
  customFields?: readonly string[];
}

type Values = Record<string, unknown>;

/** The types of attributes that are stored in tables of their own. */
export const NESTED_TYPES: readonly string[] = ['relation', 'media', 'component', 'dynamiczone'];

/** The attributes of a type or a component; none of one that is not there. */
export const attributesOf = (strapi: Core.Strapi, uid: string): Attributes =>
  (strapi.getModel(uid as never) as unknown as { attributes: Attributes } | undefined)?.attributes ?? {};

/** The attributes that a content team has added to a type, private ones included. */
export const customFields = (strapi: Core.Strapi, uid: string): Attributes =>
  customFieldsOf(modelOf(strapi, uid));

/** The custom fields that the API shows. */
export const publicCustomFields = (strapi: Core.Strapi, uid: string): Attributes =>
  publicCustomFieldsOf(modelOf(strapi, uid));

/** The custom fields that each new record must be given, private ones included. */
export const requiredCustomFields = (strapi: Core.Strapi, uid: string): Attributes =>
  pickAttributes(
    customFields(strapi, uid),
    (_name, attribute) => attribute.required === true && attribute.default === undefined,
  );

/** A content type, as far as it is used here. It does not change while the application runs. */
interface Model {
  attributes: Attributes;
  pluginOptions?: { 'work-tracking'?: TypeOptions };
}

const modelOf = (strapi: Core.Strapi, uid: string) => strapi.getModel(uid as never) as unknown as Model;

const customFieldsOf = memoizePerInstance(({ attributes, pluginOptions }: Model) => {
  const names = pluginOptions?.['work-tracking']?.customFields ?? [];
  return pickAttributes(attributes, (name) => names.includes(name));
});

const publicCustomFieldsOf = memoizePerInstance((model: Model) => publicOnly(customFieldsOf(model)));

/** The attributes of a component that the API shows. */
export const publicComponentFields = (strapi: Core.Strapi, uid: string): Attributes =>
  publicOnly(componentFields(strapi, uid));

export const isToMany = ({ relation = '' }: Attribute): boolean => relation.endsWith('Many');

/** The `populate` with which a row has all its custom fields; undefined where the row itself holds them. */
export function populateCustomFields(strapi: Core.Strapi, uid: string): Values | undefined {
  const populate = populateOf(strapi, customFields(strapi, uid));
  return Object.keys(populate).length === 0 ? undefined : populate;
}

/** The custom fields of a row as the API shows them, under their own names. */
export const customFieldValues = (strapi: Core.Strapi, uid: string, row: object): Values =>
  valuesOf(strapi, publicCustomFields(strapi, uid), row as Values, publicOnly);

/** A field's value as the API shows it, private ones too: for whoever may read it by the content manager's permissions. */
export const fieldValue = (strapi: Core.Strapi, attribute: Attribute, value: unknown): unknown =>
  valueOf(strapi, attribute, value, publicOnly);

/**
 * The values of a row's relations, media and components, private ones included. For comparing, not for showing.
 */
export const nestedValues = (strapi: Core.Strapi, uid: string, row: object): Values =>
  valuesOf(
    strapi,
    pickAttributes(customFields(strapi, uid), (_name, { type }) => NESTED_TYPES.includes(type)),
    row as Values,
    (attributes) => attributes,
  );

/** The attributes of a component, private ones included. */
export const componentFields = (strapi: Core.Strapi, uid: string): Attributes =>
  pickAttributes(attributesOf(strapi, uid), (name) => name !== 'id');

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
      // Morph relations come from plugins; the builder makes none.
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
      // A published document has two rows: the draft has the same documentId.
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
    case 'time':
      return parts.length === 0 ? null : timeOfDay(value as string);
    default:
      return value ?? null;
  }
}

/** The attributes of a file that the API shows, by Strapi's names. Its `id` is the public one. */
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

import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { type Strict, z, type ZodObject, type ZodType } from '../../host/strapi-utils';
import {
  FILE_FIELDS,
  isToMany,
  publicComponentFields,
  publicCustomFields,
  type Attribute,
} from '../../records/custom-fields';
import { plainInput } from '../../records/plain-inputs';
import { storedValues } from '../../records/stored-values';
import { listOf, timestamp } from './fields';

/** The kind of request: `create` must give the required fields, `change` none. */
export type Purpose = 'create' | 'change';

type Shape = Record<string, ZodType>;

/** Related records, files or parts in one field: each costs a statement or a bound value. */
const MAX_ENTRIES = 500;
/** Paragraphs, headings and so on in one rich text. */
const MAX_BLOCKS = 10_000;

const ID = z.string().min(1);

/** A strict object of the service's own fields and the custom fields. */
export const withCustomFields = <Own extends Shape>(custom: Shape, own: Own) =>
  // TypeScript can't know the custom fields; they are passed on by name.
  z.strictObject({ ...custom, ...own }) as unknown as ZodObject<Own, Strict>;

/** The custom fields in the bodies of POST and PATCH. */
export const customFieldInputs = (strapi: Core.Strapi, uid: string, purpose: Purpose): Shape =>
  mapValues(publicCustomFields(strapi, uid), (attribute) => inputOf(strapi, attribute, purpose));

/** The custom fields in a record. */
export const customFieldResponses = (strapi: Core.Strapi, uid: string): Shape =>
  mapValues(publicCustomFields(strapi, uid), (attribute) => responseOf(strapi, attribute));

function inputOf(strapi: Core.Strapi, attribute: Attribute, purpose: Purpose): ZodType {
  const value = valueOf(strapi, attribute);
  if (!attribute.required) return value.nullable().optional();
  return purpose === 'create' && attribute.default === undefined ? value : value.optional();
}

function valueOf(strapi: Core.Strapi, attribute: Attribute): ZodType {
  const { min, max, component = '', components = [] } = attribute;
  switch (attribute.type) {
    case 'relation':
      return isToMany(attribute) ? listOf(ID, { max: MAX_ENTRIES }) : ID;
    case 'media': {
      const file = z.union(
        [ID, z.looseObject({ id: ID }).transform(({ id }) => id)],
        'must be the id of a file, or an object with it',
      );
      return attribute.multiple ? listOf(file, { max: MAX_ENTRIES }) : file;
    }
    case 'component': {
      const part = z.strictObject(componentInputs(strapi, component));
      if (!attribute.repeatable) return part;
      return listOf(part, { min: Number(min ?? 0), max: Math.min(Number(max ?? MAX_ENTRIES), MAX_ENTRIES) });
    }
    case 'dynamiczone': {
      const parts = components.map((uid) =>
        z.strictObject({ __component: z.literal(uid), ...componentInputs(strapi, uid) }),
      );
      return listOf(z.discriminatedUnion('__component', parts as [(typeof parts)[0]]), { max: MAX_ENTRIES });
    }
    case 'blocks':
      return listOf(z.looseObject({ type: z.string() }), { max: MAX_BLOCKS });
    default:
      return plainInput(strapi, attribute);
  }
}

const componentInputs = (strapi: Core.Strapi, uid: string): Shape =>
  mapValues(publicComponentFields(strapi, uid), (attribute) => inputOf(strapi, attribute, 'create'));

function responseOf(strapi: Core.Strapi, attribute: Attribute): ZodType {
  const { component = '', components = [] } = attribute;
  switch (attribute.type) {
    case 'relation':
      return isToMany(attribute) ? z.array(z.string()) : z.string().nullable();
    case 'media':
      return attribute.multiple ? z.array(FILE) : FILE.nullable();
    case 'component': {
      const part = z.object(componentResponses(strapi, component));
      return attribute.repeatable ? z.array(part) : part.nullable();
    }
    case 'dynamiczone':
      return z.array(
        z.union(
          components.map((uid) =>
            z.object({ __component: z.literal(uid), ...componentResponses(strapi, uid) }),
          ),
        ),
      );
    case 'integer':
      return z.int().nullable();
    case 'float':
    case 'decimal':
      return z.number().nullable();
    case 'boolean':
      return z.boolean().nullable();
    case 'json':
      return z.unknown();
    case 'blocks':
      return z.array(z.looseObject({ type: z.string() })).nullable();
    case 'enumeration':
      return z.enum(storedValues(attribute)).nullable();
    case 'datetime':
    case 'timestamp':
      return timestamp.nullable();
    case 'date':
      return z.iso.date().nullable();
    default:
      return z.string().nullable();
  }
}

const componentResponses = (strapi: Core.Strapi, uid: string): Shape =>
  mapValues(publicComponentFields(strapi, uid), (attribute) => responseOf(strapi, attribute));

const FILE = z
  .object({ id: z.string(), ...Object.fromEntries(FILE_FIELDS.map((name) => [name, z.unknown()])) })
  .meta({ id: 'File', description: "A file of the media library, by Strapi's names." });

import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { MAX_INTEGER } from '../../../../domain/integers';
import { storedValues } from '../../content-types/stored-values';
import { type Strict, z, type ZodObject, type ZodType } from '../../host/strapi-utils';
import {
  FILE_FIELDS,
  isToMany,
  publicComponentFields,
  publicCustomFields,
  type Attribute,
} from '../../records/custom-fields';
import { isoTime, timeOfDay } from '../../records/times';
import { listOf, timestamp, oneOf } from './fields';

/** The kind of request: `create` must give the required fields, `change` none. */
export type Purpose = 'create' | 'change';

type Shape = Record<string, ZodType>;

/** Columns of `string`, `email`, `uid` and `enumeration`. */
const STRING_LENGTH = 255;
export const INTEGER = { min: -(2 ** 31), max: MAX_INTEGER };
const BIG_INTEGER = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** SQLite's driver returns integers as JavaScript numbers. */
const SAFE_INTEGER = { min: BigInt(Number.MIN_SAFE_INTEGER), max: BigInt(Number.MAX_SAFE_INTEGER) };
/** The column holds eight digits before the point and two after it. */
const DECIMAL_LIMIT = 10 ** 8;

/** Related records, files or parts in one field: each costs a statement or a bound value. */
const MAX_ENTRIES = 500;
/** Paragraphs, headings and so on in one rich text. */
const MAX_BLOCKS = 10_000;

const WHOLE_NUMBER = 'must be a whole number, or a string of its digits';

const DATE_SENTENCE = 'must be a date such as 2026-02-20';
/** Not every database has a year 0. */
const DATE = z.iso.date(DATE_SENTENCE).refine((date) => !date.startsWith('0000-'), DATE_SENTENCE);
const TIME = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/, 'must be a time such as 09:40')
  .transform(timeOfDay);
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
    case 'integer':
      return z
        .int()
        .min(Number(min ?? INTEGER.min))
        .max(Number(max ?? INTEGER.max));
    case 'float':
    case 'decimal':
      return numberOf(attribute);
    case 'biginteger':
      return bigIntegerOf(strapi, attribute);
    case 'boolean':
      return z.boolean();
    case 'json':
      // Strapi passes other JSON to the column as it is: SQLite stores false as 0.
      return z.union(
        [z.record(z.string(), z.unknown()), z.array(z.unknown())],
        'must be an object or a list',
      );
    case 'blocks':
      return listOf(z.looseObject({ type: z.string() }), { max: MAX_BLOCKS });
    default:
      return textOf(attribute);
  }
}

const componentInputs = (strapi: Core.Strapi, uid: string): Shape =>
  mapValues(publicComponentFields(strapi, uid), (attribute) => inputOf(strapi, attribute, 'create'));

/** @returns the schema of a value that a request gives as text */
export function textOf({ type, enum: values = [], minLength, maxLength, regex }: Attribute): ZodType<string> {
  switch (type) {
    case 'enumeration':
      return oneOf(values, {}, `must be one of ${values.join(', ')}`);
    case 'date':
      return DATE;
    case 'time':
      return TIME;
    case 'datetime':
    case 'timestamp':
      return isoTime.transform((date) => date.toISOString());
  }
  const isLong = type === 'text' || type === 'richtext';
  const longest = isLong ? maxLength : Math.min(maxLength ?? STRING_LENGTH, STRING_LENGTH);
  let text = type === 'email' ? z.email() : z.string();
  if (minLength !== undefined) text = text.min(minLength);
  if (longest !== undefined) text = text.max(longest);
  if (regex !== undefined) text = text.regex(new RegExp(regex));
  return text;
}

function numberOf({ type, min, max }: Attribute): ZodType<number> {
  const number = z
    .number()
    .min(Number(min ?? -Number.MAX_VALUE))
    .max(Number(max ?? Number.MAX_VALUE));
  if (type === 'float') return number;
  return number.refine(
    (value) => Math.abs(value) < DECIMAL_LIMIT && Number(value.toFixed(2)) === value,
    'must have at most eight digits before the point and two after it',
  );
}

/** Larger than a JSON number: answered as a string, accepted as a string or a number. */
export function bigIntegerOf(
  strapi: Core.Strapi,
  { min, max }: Pick<Attribute, 'min' | 'max'>,
): ZodType<string> {
  const range = strapi.db.dialect.client === 'sqlite' ? SAFE_INTEGER : BIG_INTEGER;
  const isWithin = (value: bigint, bounds: { min: bigint; max: bigint }) =>
    value >= bounds.min && value <= bounds.max;
  const own = { min: BigInt(min ?? range.min), max: BigInt(max ?? range.max) };
  return z
    .union([z.string(), z.int().transform(String)], WHOLE_NUMBER)
    .refine(
      (digits) =>
        /^-?\d{1,19}$/.test(digits) && isWithin(BigInt(digits), range) && isWithin(BigInt(digits), own),
      `${WHOLE_NUMBER}, within the range`,
    );
}

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

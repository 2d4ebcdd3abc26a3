import type { Core } from '@strapi/types';
import { MAX_INTEGER } from '../../../domain/integers';
import { z, type ZodType } from '../host/strapi-utils';
import type { Attribute } from './custom-fields';
import { isoTime, timeOfDay } from './times';

/**
 * A string out of a list. The answer to another string contains the list, which may differ between applications.
 * @param params of the issue, for whoever reads it
 */
export function oneOf(values: readonly string[], params: object, message: string) {
  return z
    .string()
    .refine((value) => values.includes(value), { params: { ...params }, message })
    .register(z.globalRegistry, { enum: [...values] });
}

/** Columns of `string`, `email`, `uid` and `enumeration`. */
const STRING_LENGTH = 255;
export const INTEGER = { min: -(2 ** 31), max: MAX_INTEGER };
const BIG_INTEGER = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** SQLite's driver returns integers as JavaScript numbers. */
const SAFE_INTEGER = { min: BigInt(Number.MIN_SAFE_INTEGER), max: BigInt(Number.MAX_SAFE_INTEGER) };
/** The column holds eight digits before the point and two after it. */
const DECIMAL_LIMIT = 10 ** 8;

const WHOLE_NUMBER = 'must be a whole number, or a string of its digits';

const DATE_SENTENCE = 'must be a date such as 2026-02-20';
/** Not every database has a year 0. */
const DATE = z.iso.date(DATE_SENTENCE).refine((date) => !date.startsWith('0000-'), DATE_SENTENCE);
const TIME = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/, 'must be a time such as 09:40')
  .transform(timeOfDay);

/** The schema of what may be given for a custom field with one plain value, null aside: for v1 and for the open ticket. */
export function plainInput(strapi: Core.Strapi, attribute: Attribute): ZodType {
  const { min, max } = attribute;
  switch (attribute.type) {
    case 'integer':
      return z
        .int()
        .min(Number(min ?? INTEGER.min))
        .max(Number(max ?? INTEGER.max));
    case 'float':
    case 'decimal':
      return numberOf(attribute);
    case 'biginteger':
      return bigIntegerInput(strapi, attribute);
    case 'boolean':
      return z.boolean();
    case 'json':
      // Strapi passes other JSON to the column as it is: SQLite stores false as 0.
      return z.union(
        [z.record(z.string(), z.unknown()), z.array(z.unknown())],
        'must be an object or a list',
      );
    default:
      return textOf(attribute);
  }
}

function textOf({ type, enum: values = [], minLength, maxLength, regex }: Attribute): ZodType<string> {
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
export function bigIntegerInput(
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

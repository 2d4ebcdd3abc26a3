import type { Core } from '@strapi/types';
import isEmpty from 'lodash/isEmpty';
import mapKeys from 'lodash/mapKeys';
import mapValues from 'lodash/mapValues';
import { whereExactly } from '../database/knex-query';
import { tableOf } from '../database/tables';
import { hasJoinTable, joinTableOf } from '../host/relation-tables';
import { z, type ZodType } from '../host/strapi-utils';
import { publicCustomFields, type Attribute } from '../records/custom-fields';
import { oneOf, bigIntegerInput, INTEGER, plainInput } from '../records/plain-inputs';
import { storedValues } from '../records/stored-values';
import { storableId } from './scoped';

type Where = Record<string, unknown>;

/** Query parameters by name, each with a schema that makes a condition for `where` of its text. */
type Filters = Readonly<Record<string, ZodType<Where>>>;

/** Of times: neither has the time itself. */
const TIME_RANGE = { before: ['$lt', 'earlier than this'], after: ['$gt', 'later than this'] } as const;
/** Of numbers: both have the number itself. */
const NUMBER_RANGE = { min: ['$gte', 'this or more'], max: ['$lte', 'this or less'] } as const;

const RANGES: Readonly<Record<string, Readonly<Record<string, readonly [operator: string, words: string]>>>> =
  {
    date: TIME_RANGE,
    time: TIME_RANGE,
    datetime: TIME_RANGE,
    timestamp: TIME_RANGE,
    integer: NUMBER_RANGE,
    biginteger: NUMBER_RANGE,
    float: NUMBER_RANGE,
    decimal: NUMBER_RANGE,
  };

/** The query parameters by which a list can be filtered for its custom fields (specification 2.5). */
export function customFieldFilters(strapi: Core.Strapi, uid: string): Record<string, ZodType> {
  const fields = Object.entries(publicCustomFields(strapi, uid));
  const ranges = fields.map(([name, attribute]) => rangesOf(strapi, name, attribute));
  const exact = fields.map(([name, attribute]) => exactOf(strapi, uid, name, attribute));
  // A field that has the name of another one's range is the one that is meant.
  const filters: Filters = Object.assign({}, ...ranges, ...exact);
  return mapValues(filters, (filter) => filter.optional());
}

/** @param given conditions that `customFieldFilters` has made; none or more, all of which must hold */
export const allOf = (given: object): Where => (isEmpty(given) ? {} : { $and: Object.values(given) });

function exactOf(strapi: Core.Strapi, uid: string, name: string, attribute: Attribute): Filters {
  if (attribute.type !== 'relation') {
    const filter = plainValue(strapi, attribute)?.transform((value) => ({ [name]: value }));
    return filter ? { [name]: filter } : {};
  }
  // The builder makes none that is a column.
  if (!hasJoinTable(strapi, uid, name)) return {};
  const filter = z
    .string()
    .transform((id) => relatedTo(strapi, uid, { name, attribute, id }))
    .meta({ description: 'The id of a related record, or `none`.' });
  return { [name]: filter };
}

function rangesOf(strapi: Core.Strapi, name: string, attribute: Attribute): Filters {
  const value = plainValue(strapi, attribute);
  if (value === undefined) return {};
  const ranges = mapValues(RANGES[attribute.type] ?? {}, ([operator, words]) =>
    value
      .transform((given) => ({ [name]: { [operator]: given } }))
      .meta({ description: `\`${name}\` is ${words}.` }),
  );
  return mapKeys(ranges, (_filter, end) => `${name}_${end}`);
}

/**
 * By the links alone, and in a subquery: the rows of the other type, which has several where it has drafts or locales,
 * are not joined to those of the list.
 */
function relatedTo(
  strapi: Core.Strapi,
  uid: string,
  { name, attribute, id }: { name: string; attribute: Attribute; id: string },
): Where {
  const { name: table, ownColumn, otherColumn } = joinTableOf(strapi, uid, name);
  const links = strapi.db.getConnection(table).select(ownColumn);
  if (id === 'none') {
    const { alias } = strapi.db.queryBuilder(uid);
    return { id: { $notIn: links.whereRaw('?? = ??', [ownColumn, `${alias}.id`]) } };
  }
  const related = tableOf(strapi, attribute.target ?? '').select('id');
  return {
    id: { $in: links.whereIn(otherColumn, whereExactly(strapi, related, { document_id: storableId(id) })) },
  };
}

/** @returns undefined for values that one parameter can't give */
function plainValue(strapi: Core.Strapi, attribute: Attribute): ZodType | undefined {
  switch (attribute.type) {
    case 'media':
    case 'component':
    case 'dynamiczone':
    case 'json':
    case 'blocks':
      return undefined;
    case 'integer':
      return z
        .string()
        .regex(/^-?\d+$/, 'must be a whole number')
        .transform(Number)
        .refine((value) => value >= INTEGER.min && value <= INTEGER.max, 'must be a whole number of 32 bits');
    case 'float':
    case 'decimal':
      return z
        .string()
        .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
        .transform(Number)
        .refine(Number.isFinite, 'must be a number that can be stored');
    case 'biginteger':
      return bigIntegerInput(strapi, {});
    case 'boolean':
      return z.enum(['true', 'false']).transform((value) => value === 'true');
    case 'enumeration': {
      const values = storedValues(attribute);
      return oneOf(values, {}, `must be one of ${values.join(', ')}`);
    }
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
      return plainInput(strapi, attribute);
    default:
      return z.string();
  }
}

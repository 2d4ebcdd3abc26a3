import type { Core } from '@strapi/types';
import { invalidField } from '../../../domain/errors';
import { MAX_INTEGER } from '../../../domain/integers';
import { attributesOf } from '../records/custom-fields';

/** The operators that lead to values that are compared with the column as they are. */
const OPERATORS = [
  ...['$and', '$or', '$not'],
  ...['$eq', '$ne', '$in', '$notIn', '$gt', '$gte', '$lt', '$lte', '$between'],
];

/**
 * PostgreSQL answers with an error where an integer column is compared with what is none, or is out of range.
 * @param filters for a type; of a relation, the row's id may stand for them
 * @throws WorkTrackingError `validation_failed`
 */
export function assertIntegersInFilters(strapi: Core.Strapi, uid: string, filters: unknown): void {
  const attributes = attributesOf(strapi, uid);

  function visit(given: unknown, column: string): void {
    if (Array.isArray(given)) {
      for (const entry of given) visit(entry, column);
    } else if (typeof given === 'object' && given !== null) {
      for (const [key, entry] of Object.entries(given)) visitEntry(key, entry, column);
    } else if (column === 'id' || attributes[column]?.type === 'integer') {
      assertInteger(column, given);
    }
  }

  function visitEntry(key: string, entry: unknown, column: string): void {
    if (key.startsWith('$')) {
      if (OPERATORS.includes(key)) visit(entry, column);
      return;
    }
    const { target, component } = attributes[key] ?? {};
    const inner = target ?? component;
    if (inner === undefined) visit(entry, key);
    else assertIntegersInFilters(strapi, inner, entry);
  }

  visit(filters, 'id');
}

/**
 * @param value as a query or a form has it, or a list of such
 * @throws WorkTrackingError `validation_failed`
 */
export function assertInteger(name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  for (const entry of [value].flat()) {
    const number = typeof entry === 'string' ? Number(entry) : entry;
    if (Number.isInteger(number) && Math.abs(number as number) <= MAX_INTEGER) continue;
    throw invalidField(name, `${name}: an integer from -${MAX_INTEGER} to ${MAX_INTEGER}.`);
  }
}

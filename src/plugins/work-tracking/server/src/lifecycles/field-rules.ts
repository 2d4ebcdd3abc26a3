import type { Core } from '@strapi/types';

type Values = Record<string, unknown>;

/**
 * Judges what is given for a field; undefined when nothing is given for a new record.
 * @returns what is stored in its place; undefined when it is stored as it is given
 * @throws WorkTrackingError
 */
export type FieldRule = (given: unknown) => unknown;

/** The rules of a type by the field, in the order in which they are applied. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/**
 * The rules that each look at one field. The lifecycles apply them, and a refused form is told all that they refuse.
 * @param before the record as it is stored; null for a new one
 */
export type FieldRulesOf<Row> = (strapi: Core.Strapi, before: Row | null) => FieldRules;

/** For a field that a new record can do without. */
export const optional =
  (rule: FieldRule): FieldRule =>
  (given) =>
    given === undefined ? undefined : rule(given);

/** For a field that may keep its value, though the rule would refuse that by now. */
export const unlessKept =
  <Row extends object>(before: Row | null, name: keyof Row, rule: FieldRule): FieldRule =>
  (given) =>
    before !== null && given === before[name] ? undefined : rule(given);

/**
 * Puts the fields of a new record into the form in which they are stored.
 * @throws WorkTrackingError of the first rule that is broken
 */
export function storeNewFields(rules: FieldRules, data: Values): void {
  for (const [name, rule] of Object.entries(rules)) {
    const stored = rule(data[name]);
    if (stored !== undefined) data[name] = stored;
  }
}

/**
 * The same for a change: only the fields that are given.
 * @throws WorkTrackingError of the first rule that is broken
 */
export function storeGivenFields(rules: FieldRules, data: Values): void {
  const given = Object.entries(rules).filter(([name]) => data[name] !== undefined);
  storeNewFields(Object.fromEntries(given), data);
}

import type { Response } from 'supertest';
import { API_ERRORS } from '../../src/plugins/work-tracking/domain/errors';
import { merged } from './model/tickets';
import { isObject, same, type Values } from './model/world';
import type { Schema } from './values';

const MAX_DETAILS = 20;
const MAX_PATH_LENGTH = 200;
/** Of an error, whatever was sent. */
const MAX_LENGTH = 100_000;

/** Specification 8.1: a code of the table with its status, a sentence, and details that are bounded. */
export function expectError({ status, body, text }: Response): void {
  expect(API_ERRORS).toHaveProperty(body.error);
  expect(status).toBe(API_ERRORS[body.error as keyof typeof API_ERRORS].status);
  expect(body.message).toEqual(expect.stringMatching(/./));
  const details = (body.details ?? []) as { path: string }[];
  expect(details.length).toBeLessThanOrEqual(MAX_DETAILS);
  expect(Math.max(0, ...details.map(({ path }) => path.length))).toBeLessThanOrEqual(MAX_PATH_LENGTH);
  expect(text.length).toBeLessThan(MAX_LENGTH);
}

/** @returns undefined for what is no JSON */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const TIME_OF_DAY = /^\d\d:\d\d(:\d\d)?(\.\d{1,3})?$/;

/** Does an answer show a text as it was given? Times may be written otherwise, and an id stands for a file. */
function showsText(given: string, answered: unknown): boolean {
  if (isObject(answered)) return answered.id === given;
  if (typeof answered !== 'string') return false;
  if (TIME_OF_DAY.test(given)) return answered.startsWith(given);
  return Date.parse(given) === Date.parse(answered);
}

/** Does an answer show a value as it was given? What is empty is shown too, and large numbers are written as texts. */
function shows(given: unknown, answered: unknown): boolean {
  if (same(given, answered) || (typeof given === 'number' && String(given) === answered)) return true;
  if (given === null) return Array.isArray(answered) && answered.length === 0;
  if (typeof given === 'string') return showsText(given, answered);
  if (Array.isArray(given)) {
    if (!Array.isArray(answered) || given.length !== answered.length) return false;
    return given.every((item, index) => shows(item, answered[index]));
  }
  if (!isObject(given) || !isObject(answered)) return false;
  return Object.entries(given).every(
    ([name, value]) => Object.hasOwn(answered, name) && shows(value, answered[name]),
  );
}

/** By which name a record shows a field of a request. */
export function shownName(body: Schema, name: string): string {
  const [, other] = /^Another name for `(\w+)`/.exec(body.properties?.[name]?.description ?? '') ?? [];
  return other ?? name;
}

/** A frontmatter after a write (specification 4): a PATCH of a ticket merges it, and a decision's can't forge its status. */
function frontmatterOf(action: string, given: Values, before: Values | undefined): Values {
  if (action === 'ticket.update') return merged(before?.frontmatter, given);
  if (!action.startsWith('decision')) return given;
  const { resolution: _resolution, ...rest } = given;
  return { ...rest, status: 'open' };
}

/** Of these a value counts once. */
const SETS = ['event_types', 'labels'];

/** Every field of an accepted request is in the record as it was given. */
export function expectShown(
  action: string,
  body: Schema,
  given: Values,
  record: Values,
  before: Values | undefined,
): void {
  for (const [field, value] of Object.entries(given)) {
    const name = shownName(body, field);
    if (name === 'secret') continue;
    const shown = { [name]: record[name] };
    if (name === 'frontmatter') {
      expect(shown).toEqual({ [name]: frontmatterOf(action, value as Values, before) });
    } else {
      const wanted = SETS.includes(name) ? [...new Set(value as string[])] : value;
      if (!shows(wanted, record[name])) expect(shown).toEqual({ [name]: wanted });
    }
  }
}

const TIMES = ['version', 'synced_at', 'updated_at'];
const withoutTimes = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !TIMES.includes(name)));

/** The version steps by one when anything has changed; else the record is as it was, its times too. */
export function expectVersion(before: Values, after: Values): void {
  if (same(withoutTimes(before), withoutTimes(after))) expect(after).toEqual(before);
  else expect(after.version).toBe((before.version as number) + 1);
}

import ipaddr from 'ipaddr.js';
import { SIGN_OFF_RULES } from '../../domain/sign-off';
import { z } from './host/strapi-utils';
import { readRedisUrl } from './redis-address';

/** A number, or the text of one as the environment has it; `Number` would take an empty list or `true` for one too. */
const numeric = (expected: string, isRight: (value: number) => boolean) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^ *-?\d+(\.\d+)? *$/.test(value) ? Number(value) : value),
    z.number({ error: expected }).refine(isRight, { error: expected }),
  );

export const count = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  numeric(
    `expected a whole number ${max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`}`,
    (value) => Number.isSafeInteger(value) && value >= min && value <= max,
  );

export const decimal = (min: number, max: number) =>
  numeric(`expected a number from ${min} to ${max}`, (value) => value >= min && value <= max);

export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], {
  error: 'expected true or false',
});

/** For more recipients, use a mailing list of the mail server. */
const MAX_EMAILS = 20;

/** A list, or the text of one with commas. */
export const list = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((entries) => [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))]);

export const networks = list.refine(
  (entries) => entries.every((entry) => ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry)),
  'expected networks such as 10.1.0.0/16, separated by commas',
);

export const emails = list.refine(
  (entries) => entries.length <= MAX_EMAILS && entries.every((entry) => z.email().safeParse(entry).success),
  `expected at most ${MAX_EMAILS} e-mail addresses such as ops@example.com, separated by commas`,
);

/** The form of the name of a content type. */
const isUid = (text: string): boolean => /^[^:]+::[^:]+$/.test(text);

/** Whether the types are there is known only once they are loaded. */
export const contentTypes = list.refine(
  (entries) => entries.every(isUid),
  'expected content types such as api::article.article, separated by commas',
);

const SIGN_OFF_TYPES_EXPECTED =
  'expected content types with their rule, asked or always, such as api::article.article=always, separated by commas';

/** The rules in a text such as `api::article.article=asked,api::page.page=always`; nothing for two of one type. */
function rulesIn(text: string): unknown {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  const rules = new Map(
    entries.map((entry) => {
      const [uid = '', ...rule] = entry.split('=');
      return [uid.trim(), rule.join('=').trim()];
    }),
  );
  return rules.size === entries.length ? Object.fromEntries(rules) : undefined;
}

export const signOffTypes = z.preprocess(
  (given) => (typeof given === 'string' ? rulesIn(given) : given),
  z
    .record(z.string(), z.enum(SIGN_OFF_RULES, { error: SIGN_OFF_TYPES_EXPECTED }), {
      error: SIGN_OFF_TYPES_EXPECTED,
    })
    .refine((rules) => Object.keys(rules).every(isUid), SIGN_OFF_TYPES_EXPECTED),
);

/** Empty for none. */
export const timeZone = z
  .string({ error: 'expected a time zone' })
  .trim()
  .refine(isTimeZone, 'expected the IANA name of a time zone such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  if (name === '') return true;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export const redisUrl = z
  .string({ error: 'expected an address of Redis' })
  .transform((text) => text.trim())
  .refine(
    (text) => text === '' || readRedisUrl(text) !== undefined,
    'expected redis://user:password@host:port/number, or the same with rediss://, without parameters and with ' +
      'special characters percent-encoded',
  );

/** Path segments without characters that a router would read as a parameter. */
export const prefix = z
  .string()
  .max(100)
  .regex(/^(\/[A-Za-z0-9_-]+)+$/, 'expected a path such as /tracker/v1, without a slash at its end');

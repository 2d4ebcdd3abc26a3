import type { Core } from '@strapi/strapi';

export type Env = Core.Config.Shared.ConfigParams['env'];

/** The value of a variable; an empty one counts as not set. */
export const readText = (env: Env, name: string): string | undefined => env(name, '').trim() || undefined;

/** A whole number. */
interface NumberSetting {
  default: number;
  min: number;
  max?: number;
}

/**
 * @throws Error with a sentence that names the variable: Strapi's own `env.int` makes NaN of what is no number, and
 * `env.bool` makes false of what is not `true`
 */
export function readNumber(
  env: Env,
  name: string,
  { default: usual, min, max = Number.MAX_SAFE_INTEGER }: NumberSetting,
): number {
  const text = readText(env, name);
  if (text === undefined) return usual;
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new Error(`${name} is "${text}": it must be a whole number ${range}.`);
}

/** @throws Error with a sentence that names the variable */
export function readFlag(env: Env, name: string, usual: boolean): boolean {
  const text = readText(env, name);
  if (text === undefined) return usual;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`${name} is "${text}": it must be true or false.`);
}

/**
 * One of these words; the first by default.
 * @throws Error with a sentence that names the variable
 */
export function readChoice<Choice extends string>(
  env: Env,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = readText(env, name) ?? choices[0];
  const choice = choices.find((word) => word === text);
  if (choice !== undefined) return choice;
  throw new Error(`${name} is "${text}": it must be ${choices.join(' or ')}.`);
}

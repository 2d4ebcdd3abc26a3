import type { Core } from '@strapi/types';
import { assertMethods } from './known';

/** A content type, as far as Strapi's validator reads it. */
export interface Model {
  uid: string;
  attributes: Readonly<Record<string, object>>;
}

type Validate = (model: Model, data: unknown, ...rest: unknown[]) => Promise<unknown>;

const METHODS = ['validateEntityCreation', 'validateEntityUpdate'] as const;

type Validator = Record<(typeof METHODS)[number], Validate>;

/** What is left for the validator to judge. */
export interface Judged {
  /** Null where nothing is. */
  model: Model | null;
  data: unknown;
}

/**
 * Has Strapi's validator judge values by another type than their own, or not at all. It makes a schema of all attributes
 * of the type for each write, which takes longer than the rest of its work, and nothing else tells it to make less.
 * @param prepare is given the type, what is written, and whether that is a new record
 */
export function validateBy(
  strapi: Core.Strapi,
  prepare: (model: Model, data: unknown, isNew: boolean) => Judged,
): void {
  const validator = strapi.get<Validator>('entityValidator');
  assertMethods(strapi, "strapi.get('entityValidator')", validator, METHODS);
  // One for all applications of the process.
  if (changed.has(validator)) return;
  changed.add(validator);
  for (const name of METHODS) {
    const validate = validator[name];
    validator[name] = (model, given, ...rest) => {
      const judged = prepare(model, given, name === 'validateEntityCreation');
      if (judged.model === null) return Promise.resolve(judged.data);
      return validate(judged.model, judged.data, ...rest);
    };
  }
}

const changed = new WeakSet<object>();

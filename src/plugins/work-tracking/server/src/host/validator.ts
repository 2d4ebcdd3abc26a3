import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import { assertKnown, assertMethods } from './known';

/** The parts of a content type that Strapi's validator reads. */
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
  if (theirs.has(validator)) return;
  theirs.set(validator, pick(validator, METHODS));
  for (const name of METHODS) {
    const validate = validator[name];
    validator[name] = (model, given, ...rest) => {
      const judged = prepare(model, given, name === 'validateEntityCreation');
      if (judged.model === null) return Promise.resolve(judged.data);
      return validate(judged.model, judged.data, ...rest);
    };
  }
}

/** Strapi's own methods, by the validator that has others now. */
const theirs = new WeakMap<object, Validator>();

/** A write, and what Strapi's validator is expected to make of its data. */
export interface Sample {
  model: Model;
  data: object;
  isNew: boolean;
  expected: unknown;
}

/** @throws Error when Strapi itself refuses a sample, or makes something else of it */
export async function checkValidator(strapi: Core.Strapi, samples: readonly Sample[]): Promise<void> {
  const own = theirs.get(strapi.get<Validator>('entityValidator'));
  for (const { model, data, isNew, expected } of samples) {
    const valid = await own?.[METHODS[isNew ? 0 : 1]](model, data, {}).catch(() => undefined);
    const [attribute] = Object.values(model.attributes);
    const part = `what Strapi's validator makes of ${JSON.stringify(data)} for ${JSON.stringify(attribute)}`;
    assertKnown(strapi, part, isEqual(valid, expected));
  }
}

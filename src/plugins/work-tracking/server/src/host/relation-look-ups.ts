import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

/**
 * What Strapi's validator says of relations when the database did not answer whether they exist. It hides the database's
 * error; of one that does not exist it says another sentence.
 */
export const LOOK_UP_FAILED = 'Invalid relations';

interface Validator {
  validateEntityCreation(model: object, data: object): Promise<unknown>;
}

/** @throws Error when Strapi says something else: a lost database would pass for a mistake of the caller */
export async function checkRelationLookUps(strapi: Core.Strapi): Promise<void> {
  const validator = strapi.get<Validator>('entityValidator');
  assertMethods(strapi, "strapi.get('entityValidator')", validator, ['validateEntityCreation']);
  // A type without a schema has no relations that could be looked up.
  const model = { uid: 'plugin::work-tracking.unknown', attributes: {}, options: {} };
  const said = await validator.validateEntityCreation(model, { name: 'any' }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  assertKnown(strapi, 'the error of a look-up of relations that failed', said === LOOK_UP_FAILED);
}

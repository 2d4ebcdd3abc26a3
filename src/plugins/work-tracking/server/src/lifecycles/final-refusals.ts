import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { beforeCommit } from '../host/transactions';
import { asStrapiError } from './strapi-errors';

type Lifecycle = (event: never) => unknown;

/**
 * Makes a refusal after the write final: an application that catches the error in a transaction of its own could
 * otherwise commit the refused row, without its event.
 */
export const withFinalRefusals = (strapi: Core.Strapi, lifecycles: object): object =>
  mapValues(lifecycles as Record<string, Lifecycle>, (run, name) =>
    name.startsWith('after') ? (event: never) => runOrEnd(strapi, () => run(event)) : run,
  );

/** When `run` fails, the commit of the running transaction fails with the same error. */
async function runOrEnd(strapi: Core.Strapi, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    await beforeCommit(strapi, () => {
      throw asStrapiError(error);
    });
    throw error;
  }
}

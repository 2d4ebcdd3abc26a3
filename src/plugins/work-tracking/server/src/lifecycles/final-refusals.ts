import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { beforeCommit } from '../host/transactions';
import { asStrapiError } from './strapi-errors';

type Lifecycle = (event: never) => unknown;

/**
 * Lifecycles of which those that come after the write refuse it for good. A write in a transaction of an application's
 * own is not rolled back by itself: whoever catches the error and goes on would commit what was refused, without its event.
 */
export const withFinalRefusals = (strapi: Core.Strapi, lifecycles: object): object =>
  mapValues(lifecycles as Record<string, Lifecycle>, (run, name) =>
    name.startsWith('after') ? (event: never) => runOrEnd(strapi, () => run(event)) : run,
  );

/** Has the commit of the running transaction fail with the error of `run`, too. */
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

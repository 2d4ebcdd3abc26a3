import type { Core } from '@strapi/types';

interface Callbacks {
  onCommit(callback: () => unknown): void;
}

type Transaction = (work?: (callbacks: Callbacks) => unknown) => Promise<unknown>;

/**
 * Logs what fails after a commit. Strapi 5.54 leaves the promises of those callbacks alone, so that Node would end the
 * process: after each write its document service reads the record for its `entry.*` event, and fails when somebody has
 * deleted it meanwhile, or the database is gone.
 */
export function logFailuresAfterCommit(strapi: Core.Strapi): void {
  const db = strapi.db as unknown as { transaction: Transaction };
  const begin = db.transaction.bind(db);
  const logged = (callback: () => unknown) => async (): Promise<void> => {
    try {
      await callback();
    } catch (error) {
      strapi.log.warn('What follows a commit has failed; the commit stands.', error);
    }
  };
  db.transaction = (work) =>
    work === undefined
      ? begin()
      : begin((callbacks) =>
          work({ ...callbacks, onCommit: (callback) => callbacks.onCommit(logged(callback)) }),
        );
}

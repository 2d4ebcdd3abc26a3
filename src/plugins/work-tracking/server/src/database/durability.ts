import type { Core } from '@strapi/types';

/** `PRAGMA synchronous`: a commit is on the disk before it is acknowledged. */
const FULL = 2;

/**
 * Warns when the application's SQLite acknowledges commits that are not on the disk yet. Its driver does so by default
 * in the mode of the write-ahead log. The setting is the application's, in `config/database`: it is not changed here.
 */
export async function warnOfUnsyncedCommits(strapi: Core.Strapi): Promise<void> {
  if (strapi.db.dialect.client !== 'sqlite') return;
  const [row] = (await strapi.db.connection.raw('pragma synchronous')) as [{ synchronous: number }];
  if (row.synchronous >= FULL) return;
  strapi.log.warn(
    'SQLite does not wait for the disk when it commits: a power cut can take back changes that were acknowledged, ' +
      'and whose events were sent. "pragma synchronous = FULL" makes it wait.',
  );
}

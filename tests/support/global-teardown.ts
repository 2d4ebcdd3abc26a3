import { dropDatabases } from './database';
import { endSharedApplication } from './shared-application';
import { removeRunFolder } from './test-run';

/** Throws away what the run has made, and what a test that failed has left behind. */
export default async function globalTeardown(): Promise<void> {
  // A single file runs in this very process.
  await endSharedApplication();
  await dropDatabases();
  await removeRunFolder();
}

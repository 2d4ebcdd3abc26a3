import { randomBytes } from 'node:crypto';
import { launch, stop } from './application';
import { databaseEngine } from './database-engines';
import { runPrefix } from './test-run';

/** A database of a test's own. */
export interface TestDatabase {
  /** Tells an application to use it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

const template = () => `${runPrefix()}template`;

/**
 * Boots an application on an empty database, for the run's other databases to be copies of: creating the tables takes
 * longer than all else in a boot. Made anew in each run, it is never older than the server that is tested.
 */
export async function makeTemplate(): Promise<void> {
  const engine = databaseEngine();
  await engine.create(template());
  await stop(await launch(engine.env(template())));
}

/** As the application leaves it after its first boot, or `empty`. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const engine = databaseEngine();
  const name = `${runPrefix()}${randomBytes(6).toString('hex')}`;
  if (empty) await engine.create(name);
  else await engine.copy(template(), name);
  return { env: engine.env(name), drop: () => engine.drop(name) };
}

export const dropDatabases = (): Promise<void> => databaseEngine().dropAll(runPrefix());

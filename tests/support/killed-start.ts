import { once } from 'node:events';
import path from 'node:path';
import { spawnApplication } from './application';
import type { TestDatabase } from './database';

/** A statement, as a regular expression, before which a start is killed, and as which of its kind. */
export type Kill = readonly [statement: string, count: number];

/** Starts the application, to be killed before a statement. */
export async function startAndBeKilled(
  database: TestDatabase,
  [statement, count]: Kill,
  env: Record<string, string> = {},
): Promise<void> {
  const { process: child } = spawnApplication({
    ...database.env,
    ...env,
    NODE_OPTIONS: `--require ${path.join(__dirname, 'killed-before.js')}`,
    KILLED_BEFORE: statement,
    KILLED_AT: String(count),
  });
  child.once('message', () => child.kill('SIGTERM'));
  const [, signal] = (await once(child, 'close')) as [unknown, string | null];
  expect([statement, signal]).toEqual([statement, 'SIGKILL']);
}

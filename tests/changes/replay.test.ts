import { newProject, tokenFor, type Api } from '../support/api';
import { allRecords, keepLatest, readOn } from '../support/followers';
import { startServer, type OwnServer } from '../support/server';
import { operate } from './operations';

const ENV = { RATE_LIMIT_READS_PER_MINUTE: '0', RATE_LIMIT_WRITES_PER_MINUTE: '0' };

const OPERATIONS = 1_000;
const ROUNDS = 5;
const WRITERS = 4;

it('who reads all changes has exactly the records of the project, after 1,000 operations and over restarts', async () => {
  let server: OwnServer = await startServer({ env: ENV });
  const { projectKey } = await newProject(server);
  const known = { ticket: [], decision: [] };
  /** Of one who has read on after each round. */
  const followed = new Map<string, Record<string, unknown>>();
  let after = 0;
  let api: Api = await tokenFor(server, projectKey);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let count = 0; count < OPERATIONS / ROUNDS / WRITERS; count += 1) await operate(api, known);
      }),
    );
    const read = await readOn(api, after, 1 + 33 * round);
    keepLatest(followed, read.changes);
    ({ after } = read);
    expect(followed).toEqual(await allRecords(api));
    await server.stop();
    server = await startServer({ env: ENV, database: server.database });
    api = await tokenFor(server, projectKey);
  }
  const replayed = new Map<string, Record<string, unknown>>();
  keepLatest(replayed, (await readOn(api, 0)).changes);
  expect(replayed.size).toBeGreaterThan(50);
  expect(replayed).toEqual(await allRecords(api));
  await server.destroy();
});

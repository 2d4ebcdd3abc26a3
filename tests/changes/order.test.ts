import { newProject, tokenFor, v1, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import { follow, pageAfter } from '../support/followers';
import { startServer, type OwnServer } from '../support/server';
import { operate } from './operations';

const PROCESSES = 4;
const WRITERS_OF_EACH = 2;
const OPERATIONS_OF_EACH = 40;

const ENV = { RATE_LIMIT_READS_PER_MINUTE: '0', RATE_LIMIT_WRITES_PER_MINUTE: '0' };

/** The same token at another process. */
const at = (server: OwnServer, api: Api): Api => ({ ...api, ...v1(server, api.token) });

it('4 processes write to one project: whoever follows sees every change once, in order, without a gap', async () => {
  const database = await createDatabase();
  const servers = await Promise.all(
    Array.from({ length: PROCESSES }, () => startServer({ database, env: ENV })),
  );
  try {
    const api = await newProject(servers[0]!);
    // Another project's changes have numbers of their own.
    const other = await newProject(servers[1]!);
    let isOver = false;
    const followers = servers.map((server, index) =>
      follow(at(server, api), () => isOver, { limit: [1, 3, 20, 100][index]!, wait: 2 }),
    );
    const known = { ticket: [], decision: [] };
    const others = { ticket: [], decision: [] };
    await Promise.all(
      servers.flatMap((server) =>
        Array.from({ length: WRITERS_OF_EACH }, async () => {
          for (let count = 0; count < OPERATIONS_OF_EACH; count += 1) {
            await operate(at(server, api), known);
            if (count % 8 === 0) await operate(at(server, other), others);
          }
        }),
      ),
    ).finally(() => {
      isOver = true;
    });
    const { next_after: last } = await pageAfter(api, 0, '&action=token.revoked');
    expect(last).toBeGreaterThan(PROCESSES * WRITERS_OF_EACH * OPERATIONS_OF_EACH * 0.5);
    const all = Array.from({ length: last }, (_, index) => index + 1);
    for (const changes of await Promise.all(followers)) expect(changes.map(({ seq }) => seq)).toEqual(all);
    const elsewhere = await follow(other, () => true, { limit: 100, wait: 0 });
    expect(elsewhere.map(({ seq }) => seq)).toEqual(elsewhere.map((_, index) => index + 1));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
});

it('a process that is killed in the middle leaves no gap', async () => {
  const database = await createDatabase();
  let server = await startServer({ database, env: ENV });
  const { projectKey } = await newProject(server);
  for (let round = 0; round < 3; round += 1) {
    const api = await tokenFor(server, projectKey);
    const known = { ticket: [], decision: [] };
    let isKilled = false;
    const writers = Array.from({ length: 6 }, async () => {
      while (!isKilled) {
        await operate(api, known).catch((error: unknown) => {
          if (!isKilled) throw error;
        });
      }
    });
    await pageAfter(api, 20 * (round + 1), '&wait=25');
    isKilled = true;
    await server.kill();
    await Promise.all(writers);
    server = await startServer({ database, env: ENV });
  }
  const seen = await follow(await tokenFor(server, projectKey), () => true, { limit: 100, wait: 0 });
  expect(seen.length).toBeGreaterThan(60);
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
  await server.destroy();
});

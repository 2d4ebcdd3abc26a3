import { randomInt, randomUUID } from 'node:crypto';
import { newProject, tokenFor, v1, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import { allRecords, follow, keepLatest, pageAfter } from '../support/followers';
import { startServer, type OwnServer } from '../support/server';

const PROCESSES = 4;
const WRITERS_OF_EACH = 2;
const OPERATIONS_OF_EACH = 40;

const ENV = { RATE_LIMIT_READS_PER_MINUTE: '0', RATE_LIMIT_WRITES_PER_MINUTE: '0' };

/** The same token at another process. */
const at = (server: OwnServer, api: Api): Api => ({ ...api, ...v1(server, api.token) });

const any = <Entry>(entries: readonly Entry[]): Entry => entries[randomInt(entries.length)]!;

/** Where a request may come too late: somebody else has deleted, moved or resolved the record meanwhile. */
const LATE = [404, 409];

/**
 * Something random that is done to a project over v1.
 * @param api with a token of it, at any of its processes
 * @param known ids by type, which are looked at and added to; what is deleted stays in it
 * @returns the answer's status
 */
async function operate(api: Api, known: Record<'ticket' | 'decision', string[]>): Promise<number> {
  const ticket = known.ticket.length > 0 ? any(known.ticket) : undefined;
  const decision = known.decision.length > 0 ? any(known.decision) : undefined;
  const ask = async (request: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await request;
    if (status >= 300 && !LATE.includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { status, body: body as Record<string, { id: string }> };
  };
  const kind = randomInt(10);
  if (!ticket || kind < 2) {
    const { status, body } = await ask(api.post('/tickets', { title: randomUUID() }));
    known.ticket.push(body.ticket!.id);
    return status;
  }
  if (!decision || kind < 3) {
    const { status, body } = await ask(
      api.post('/decisions', { slug: randomUUID(), title: 'A decision', body_markdown: randomUUID() }),
    );
    known.decision.push(body.decision!.id);
    return status;
  }
  const requests = [
    () => api.patch(`/tickets/${ticket}`, { title: randomUUID() }),
    () => api.patch(`/tickets/${ticket}`, { status: any(['open', 'in_progress', 'blocked']) }),
    () =>
      api.patch(`/tickets/${ticket}`, {
        labels: [any(['a', 'b', 'c'])],
        frontmatter: { [any(['x', 'y'])]: randomInt(9) },
      }),
    () => api.post(`/tickets/${ticket}/comments`, { body: 'A comment' }),
    () => api.patch(`/decisions/${decision}`, { title: randomUUID() }),
    () => api.post(`/decisions/${decision}/resolve`, { status: 'approved' }),
    () => api.delete(any([`/tickets/${ticket}`, `/decisions/${decision}`])),
  ];
  return (await ask(any(requests)())).status;
}

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

it('a process that is killed in the middle leaves no gap, and who has read it all has the records as they are', async () => {
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
  const api = await tokenFor(server, projectKey);
  const seen = await follow(api, () => true, { limit: 100, wait: 0 });
  expect(seen.length).toBeGreaterThan(60);
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
  const replayed = new Map<string, Record<string, unknown>>();
  keepLatest(replayed, seen);
  expect(replayed).toEqual(await allRecords(api));
  await server.destroy();
});

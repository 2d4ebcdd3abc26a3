import supertest from 'supertest';
import { registerAdmin, CREDENTIALS } from '../support/admin';
import { ALL_EVENTS, newProject, v1, type Api } from '../support/api';
import { createDatabase } from '../support/database';
import type { TestServer } from '../support/server';
import { drained } from './drained';
import { startFleet, type Fleet } from './fleet';
import { contradictions, notOnce, reconcile, truthOf } from './reconcile';
import { report, rounded } from './report';
import { startSubscriber, type Subscriber } from './subscribers';
import { write } from './writers';

const CHANGES = Number(process.env.CHAOS_CHANGES || 500);
const PROCESSES = Number(process.env.CHAOS_PROCESSES || 3);

const KILL_EVERY_MS = 2_000;
const FAILING = 1 / 3;

const ENV = {
  DELIVERY_RETRY_BASE_MS: '100',
  DELIVERY_RETRY_FACTOR: '2',
  // An answer that comes later than this counts as a duplicate.
  DELIVERY_TIMEOUT_MS: '10000',
  DELIVERY_LEASE_MS: '30000',
  DELIVERY_TICK_SECONDS: '1',
  RATE_LIMIT_READS_PER_MINUTE: '0',
  RATE_LIMIT_WRITES_PER_MINUTE: '0',
};

it(`${PROCESSES} processes, one killed every 2 s, receivers that fail a third: nothing is lost`, async () => {
  const database = await createDatabase();
  const fleet = await startFleet(PROCESSES, { database, env: ENV });
  const server = await fleet.any();
  await registerAdmin(server);
  const projects = [await newProject(server), await newProject(server)] as const;
  const subscribers = [
    await startSubscriber(projects[0], ALL_EVENTS, FAILING),
    await startSubscriber(projects[0], ['ticket.created', 'ticket.updated'], FAILING),
    await startSubscriber(projects[1], ALL_EVENTS, FAILING),
  ];
  try {
    await survive(fleet, projects, subscribers);
  } finally {
    await fleet.stop();
    await Promise.all(subscribers.map(({ receiver }) => receiver.close()));
    await database.drop();
  }
});

async function survive(
  fleet: Fleet,
  projects: readonly Api[],
  subscribers: readonly Subscriber[],
): Promise<void> {
  const before = new Set((await truthOf(await fleet.any())).changes.map(({ id }) => id));
  const start = performance.now();
  const killing = killUntilStopped(fleet);
  const answers = await write(fleet, { projects, admin: () => logIn(fleet), changes: CHANGES });
  const writingSeconds = (performance.now() - start) / 1000;
  const kills = await killing.stop();
  for (const subscriber of subscribers) subscriber.heal();
  const [survivor] = (await fleet.complete()) as [TestServer];
  await drained(survivor);
  const dead = (await truthOf(survivor)).deliveries.dead ?? 0;
  await resendDead(survivor, projects, subscribers);
  const seconds = (performance.now() - start) / 1000;

  const truth = await truthOf(survivor);
  const result = reconcile(truth, subscribers, before);
  const repeated = answers.posts.filter(({ repeats }) => repeats > 0);
  report(`Chaos: ${PROCESSES} processes on ${survivor.database.env.DATABASE_CLIENT}, ${CHANGES} changes`, {
    'changes committed': result.changes,
    acknowledged: answers.acknowledged,
    refused: answers.refused,
    unanswered: answers.unanswered,
    'POSTs with a key': answers.posts.length,
    'repeated for want of an answer': repeated.length,
    'of which replayed': repeated.filter(({ wasReplayed }) => wasReplayed).length,
    kills: kills.length,
    'deliveries expected': result.expected,
    'deliveries received': result.received,
    lost: result.lost.length,
    phantom: result.phantom.length,
    duplicates: result.duplicates,
    'in flight at the kills': sum(kills),
    attempts: truth.attempts,
    requests: sum(subscribers.map((subscriber) => subscriber.requests())),
    'dead, then resent': dead,
    'seconds, of which writing': `${rounded(seconds)}, ${rounded(writingSeconds)}`,
    'changes per second': rounded(result.changes / writingSeconds),
  });

  expect(contradictions(truth, answers)).toEqual([]);
  expect(notOnce(truth, answers)).toEqual([]);
  expect(result.changes).toBeGreaterThanOrEqual(CHANGES);
  expect(kills.length).toBeGreaterThan(0);
  expect(result.lost).toEqual([]);
  expect(result.phantom).toEqual([]);
  expect(result.duplicates).toBeLessThanOrEqual(sum(kills));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Kills processes until it is stopped, the first at once; then returns for each kill how many deliveries were in flight. */
function killUntilStopped(fleet: Fleet): { stop(): Promise<number[]> } {
  const held: number[] = [];
  const over = new AbortController();
  const killing = (async () => {
    while (!over.signal.aborted) {
      const count = await fleet.killOne();
      if (count !== undefined) held.push(count);
      await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
    }
  })();
  return {
    async stop() {
      over.abort();
      await killing;
      return held;
    },
  };
}

/** @returns a token of the panel; asks again until a running process answers */
async function logIn(fleet: Fleet): Promise<string> {
  for (;;) {
    const { url } = await fleet.any();
    try {
      const { body } = await supertest(url).post('/admin/login').send(CREDENTIALS).expect(200);
      return body.data.token;
    } catch (error) {
      process.stderr.write(`Logging in again: ${String(error)}\n`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Resends all dead deliveries, through the operators' API. */
async function resendDead(
  server: TestServer,
  projects: readonly Api[],
  subscribers: readonly Subscriber[],
): Promise<void> {
  for (const { subscriptionId, projectKey } of subscribers) {
    const { token } = projects.find((project) => project.projectKey === projectKey)!;
    await v1(server, token).post(`/webhooks/subscriptions/${subscriptionId}/resend`, {}).expect(202);
  }
  // Bulk resends run in the background: wait for them first, then for the deliveries that they write.
  await server.run(async (strapi) => {
    const running = () =>
      strapi.db.query('plugin::work-tracking.webhook-resend').count({ where: { state: 'running' } });
    while ((await running()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await drained(server);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { logInAdmin, type CREDENTIALS } from '../support/admin';
import { v1 } from '../support/api';
import { builtWith } from '../support/configured';
import { createDatabase, type TestDatabase } from '../support/database';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { startAndBeKilled, type Kill } from '../support/killed-start';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';
import { storeIn, type StoredDatabase } from '../support/stored-database';

/**
 * What the oldest version that can be upgraded has written, commit f15fa0c: tickets with labels, content and comments,
 * decisions, one of which approves an article, deliveries in every state, and who may do what. `answers` is what it said
 * of all that.
 */
const OLDEST = path.join(__dirname, 'oldest.json.gz');

interface Oldest extends StoredDatabase {
  people: {
    /** Of the project: one that may do everything, one that reads, one that files tickets. */
    token: string;
    reader: string;
    custom: string;
    /** A user of users-permissions that reads tickets. */
    userId: number;
    admin: typeof CREDENTIALS;
    colleague: typeof CREDENTIALS;
  };
  /** An article that may be published. */
  article: string;
  /** A request with an `Idempotency-Key`, and its answer. */
  once: { path: string; key: string; body: object; text: string };
  answers: { who: 'token' | 'admin' | 'colleague'; path: string; body: object }[];
}

/** @param receiver where all deliveries go */
async function readOldest({ url }: Receiver): Promise<Oldest> {
  const text = gunzipSync(await readFile(OLDEST)).toString('utf8');
  const oldest = JSON.parse(text.replaceAll('http://receiver.example', new URL(url).origin)) as Oldest;
  // A key is kept for a day.
  for (const row of oldest.rows.work_tracking_idempotency_keys!) row.created_at = Date.now();
  return oldest;
}

const ENV = {
  ...builtWith({ files: ARTICLE }),
  SIGN_OFF_PROJECT: 'OLD',
  SIGN_OFF_TYPES: `${ARTICLES}=always`,
  SIGN_OFF_APPROVALS: 'approved',
  TZ: 'UTC',
};

/** Where one start after the other is killed: in the middle of each migration that changes something. */
const killsIn = ({ env }: TestDatabase): Kill[] => [
  ['update \\S*work_tracking_idempotency_keys', 1],
  ['update \\S*work_tracking_audit_entries', 1],
  ...(env.DATABASE_CLIENT === 'postgres'
    ? [['alter table \\S*work_tracking_tickets\\W alter column', 1] satisfies Kill]
    : []),
];

/** The trail no longer has the texts of comments. */
const withoutTexts = (body: object): object =>
  JSON.parse(JSON.stringify(body), (_key, value) =>
    value?.action === 'comment.updated' ? { ...value, changes: null } : value,
  ) as object;

async function expectAnswers(server: OwnServer, { people, answers }: Oldest): Promise<void> {
  const clients = {
    token: v1(server, people.token),
    admin: await logInAdmin(server, people.admin),
    colleague: await logInAdmin(server, people.colleague),
  };
  for (const { who, path: address, body } of answers) {
    const { body: now } = await clients[who].get(address).expect(200);
    expect([address, now]).toMatchObject([address, withoutTexts(body)]);
  }
}

/** Everybody may do what they could, and no more. */
async function expectRights(server: OwnServer, { people }: Oldest): Promise<void> {
  const jwt = await server.run(
    (strapi, id) => strapi.plugin('users-permissions').service('jwt').issue({ id }) as string,
    people.userId,
  );
  for (const [bearer, ...expected] of [
    [people.token, 200, 201],
    [people.reader, 200, 403],
    [people.custom, 403, 201],
    [jwt, 200, 403],
  ] as const) {
    const { status: reads } = await v1(server, bearer).get('/tickets');
    const { status: files } = await v1(server, bearer).post('/tickets', { title: 'After the upgrade' });
    expect([reads, files]).toEqual(expected);
  }
}

/** What is due arrives as it was written, what is held once it may, and what has arrived can be sent again. */
async function expectDeliveries(server: OwnServer, receiver: Receiver, { people, rows }: Oldest) {
  const deliveries = rows.work_tracking_webhook_deliveries as Record<string, string>[];
  const events = new Map(
    rows.work_tracking_webhook_events!.map(({ document_id: id, body }) => [id, body as string]),
  );
  const eventsOf = (chosen: typeof deliveries) => chosen.map(({ event_id: id }) => id!);
  const expectToArrive = async (ids: readonly string[]) => {
    expect(ids.length).toBeGreaterThan(0);
    const received = await receiver.until(ids.length, ({ body }) => ids.includes(body.id));
    expect(received.map(({ raw }) => raw.toString('utf8')).sort()).toEqual(
      ids.map((id) => events.get(id)).sort(),
    );
    receiver.received.length = 0;
  };
  await server.run(async (strapi) => {
    const table = strapi.db.connection('work_tracking_webhook_deliveries');
    await table.whereNotNull('due_at').update({ due_at: new Date() });
    strapi.plugin('work-tracking').service('dispatcher').wake();
  });
  await expectToArrive(eventsOf(deliveries.filter(({ state }) => ['pending', 'sending'].includes(state!))));
  const { subscription_id: inactive } = deliveries.find(({ state }) => state === 'held')!;
  const admin = await logInAdmin(server, people.admin);
  await admin.put(`/work-tracking/subscriptions/${inactive}/active`, { active: true }).expect(200);
  await expectToArrive(eventsOf(deliveries.filter(({ subscription_id: of }) => of === inactive)));
  const { document_id: id, event_id: event } = deliveries.find(({ state }) => state === 'delivered')!;
  await v1(server, people.token).post(`/webhooks/deliveries/${id}/resend`).expect(202);
  await expectToArrive([event!]);
}

it('a database of the oldest version comes up with all that it had, after starts that were killed, too', async () => {
  const receiver = await startReceiver();
  const oldest = await readOldest(receiver);
  const database = await createDatabase({ empty: true });
  await storeIn(database, oldest);
  for (const kill of killsIn(database)) await startAndBeKilled(database, kill, ENV);
  const server = await startServer({ database, env: ENV });
  const api = v1(server, oldest.people.token);

  await expectAnswers(server, oldest);
  const { path: address, key, body, text } = oldest.once;
  const again = await api.post(address, body).set('Idempotency-Key', key).expect(201);
  expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', text]);
  expect(await inCode(server, ARTICLES, 'publish', { documentId: oldest.article })).toBe(oldest.article);
  await expectDeliveries(server, receiver, oldest);
  const { work_tracking_tickets: tickets, work_tracking_audit_entries: changes } = oldest.rows;
  const { body: next } = await api.post('/tickets', { title: 'The next' }).expect(201);
  expect(next.ticket.number).toBe(tickets!.length + 1);
  const { body: page } = await api.get(`/changes?after=${changes!.length}&limit=1`).expect(200);
  expect(page.changes).toMatchObject([{ seq: changes!.length + 1 }]);
  await expectRights(server, oldest);
  // No two records have one public id.
  const sharing = server.run((strapi) =>
    strapi.db.connection('work_tracking_tickets').update({ document_id: 'same' }),
  );
  await expect(sharing).rejects.toThrow(/unique|duplicate/i);
  await server.destroy();
  await receiver.close();
});

import { randomUUID } from 'node:crypto';
import { fileDecision, fileTicket, newProject, subscribe, tokenFor, v1, type Api } from '../support/api';
import { holdTicket } from '../support/held-ticket';
import { runJob } from '../support/jobs';
import { sharedServer, startServer, type SharedServer, type TestServer } from '../support/server';

const KEYS = 'plugin::work-tracking.idempotency-key';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

const keyed = (of: Api, path: string, body: object, key: string) =>
  of.post(path, body).set('Idempotency-Key', key);

const ticketsOf = async (of: Api): Promise<{ title: string }[]> =>
  (await of.get('/tickets?limit=100').expect(200)).body.tickets;

/** Ends the claims of requests that have not been answered, as time does. */
const endClaims = (of: TestServer) =>
  of.run(async (strapi, uid) => {
    const { tableName } = strapi.db.metadata.get(uid);
    await strapi.db
      .connection(tableName)
      .whereNull('status')
      .update({ claimed_until: new Date(0) });
  }, KEYS);

const storedKeys = (of: TestServer) =>
  of.run((strapi, uid) => strapi.db.query(uid).findMany({}), KEYS) as Promise<Record<string, unknown>[]>;

describe('a POST with an Idempotency-Key (specification 4.9)', () => {
  it('is carried out once, and answered with the same status, body and ETag', async () => {
    const own = await newProject(server);
    const first = await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const { ticket } = first.body;
    await own.patch(`/tickets/${ticket.id}`, { title: 'Changed since' }).expect(200);
    const again = await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201);
    expect(again.text).toBe(first.text);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.headers.etag).toBe('"1"');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await ticketsOf(own)).toHaveLength(1);
  });

  it('is answered again after its record has gone', async () => {
    const own = await newProject(server);
    const { text, body } = await keyed(own, '/tickets', { title: 'Gone' }, 'a').expect(201);
    await own.delete(`/tickets/${body.ticket.id}`).expect(200);
    expect((await keyed(own, '/tickets', { title: 'Gone' }, 'a').expect(201)).text).toBe(text);
    expect(await ticketsOf(own)).toEqual([]);
  });

  it('with another body is refused', async () => {
    const own = await newProject(server);
    await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201);
    const { body } = await keyed(own, '/tickets', { title: 'Twice' }, 'a').expect(422);
    expect(body).toEqual({ error: 'idempotency_key_reused', message: expect.any(String) });
    await own
      .post('/tickets')
      .set('Content-Type', 'application/json')
      .set('Idempotency-Key', 'a')
      .send('{"title":  "Once"}')
      .expect(422);
    expect(await ticketsOf(own)).toHaveLength(1);
  });

  it('of another token, project, path or key is another one', async () => {
    const own = await newProject(server);
    const { body } = await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201);
    const colleague = await tokenFor(server, own.projectKey, { name: 'Colleague' });
    const stranger = await newProject(server);
    for (const other of [colleague, stranger])
      await keyed(other, '/tickets', { title: 'Once' }, 'a').expect(201);
    await keyed(own, '/tickets', { title: 'Once' }, 'A').expect(201);
    const { body: commented } = await keyed(
      own,
      `/tickets/${body.ticket.id}/comments`,
      { body: 'Once' },
      'a',
    ).expect(201);
    expect(commented.comment.body).toBe('Once');
    expect(await ticketsOf(own)).toHaveLength(3);
    expect(await ticketsOf(stranger)).toHaveLength(1);
  });

  it('that was refused is judged anew', async () => {
    const own = await newProject(server);
    const decision = await fileDecision(own, { frontmatter: { options: [{ id: 'a', title: 'A' }] } });
    const path = `/decisions/${decision.id}/resolve`;
    await keyed(own, path, { status: 'approved', option_id: 'b' }, 'a').expect(400);
    await keyed(own, path, {}, 'a').expect(400);
    await keyed(own, path, { status: 'approved' }, 'a').set('If-Match', '"4"').expect(412);
    const { text } = await keyed(own, path, { status: 'approved' }, 'a').expect(200);
    const again = await keyed(own, path, { status: 'approved' }, 'a').expect(200).expect('ETag', '"2"');
    expect(again.text).toBe(text);
    await own.post(path, { status: 'approved' }).expect(409);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('refuses the key %j', async (key) => {
    const { body } = await keyed(
      api,
      '/tickets',
      { title: 'Never' },
      Buffer.from(key).toString('latin1'),
    ).expect(400);
    expect(body.error).toBe('validation_failed');
    expect(body.details).toEqual([expect.objectContaining({ path: 'Idempotency-Key' })]);
  });

  it.each(['!', 'x'.repeat(255), `"quoted"`, '~'])('takes the key %j', async (key) => {
    const own = await newProject(server);
    await keyed(own, '/tickets', { title: 'Once' }, key).expect(201);
    await keyed(own, '/tickets', { title: 'Once' }, key).expect(201).expect('Idempotent-Replayed', 'true');
  });

  it('sent 20 times at once makes one record and one event', async () => {
    const own = await newProject(server);
    const { id } = await subscribe(own, 'http://127.0.0.1:9/hook', { event_types: ['ticket.created'] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keyed(own, '/tickets', { title: 'Once' }, 'a')),
    );
    const first = answers.find(({ status, headers }) => status === 201 && !headers['idempotent-replayed']);
    for (const { status, headers, body, text } of answers) {
      if (status === 201) expect(text).toBe(first?.text);
      else {
        expect({ status, error: body.error }).toEqual({ status: 409, error: 'request_in_progress' });
        expect(headers['retry-after']).toBe('1');
      }
    }
    expect(await ticketsOf(own)).toHaveLength(1);
    const { body } = await own.get(`/webhooks/deliveries?subscription_id=${id}`).expect(200);
    expect(body.deliveries).toHaveLength(1);
    await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201).expect('Idempotent-Replayed', 'true');
  });

  it('holds on every POST', async () => {
    const own = await newProject(server);
    const ticket = await fileTicket(own);
    const decision = await fileDecision(own);
    const subscription = {
      url: 'http://127.0.0.1:9/hook',
      event_types: ['ticket.created'],
      secret: 's'.repeat(32),
    };
    const { id } = await subscribe(own, subscription.url, { event_types: ['decision.resolved'] });
    const requests: [string, object][] = [
      ['/tickets', { title: 'T' }],
      [`/tickets/${ticket.id}/comments`, { body: 'C' }],
      ['/decisions', { slug: randomUUID(), title: 'D' }],
      [`/decisions/${decision.id}/comments`, { body: 'C' }],
      [`/decisions/${decision.id}/resolve`, { status: 'approved' }],
      ['/webhooks/subscriptions', subscription],
      [`/webhooks/subscriptions/${id}/test`, {}],
      [`/webhooks/subscriptions/${id}/resend`, { state: 'dead', dry_run: true }],
      [`/webhooks/subscriptions/${id}/resend`, { state: 'dead' }],
    ];
    for (const [path, body] of requests) {
      const key = randomUUID();
      const first = await keyed(own, path, body, key);
      expect({ path, isDone: first.ok }).toEqual({ path, isDone: true });
      const again = await keyed(own, path, body, key).expect('Idempotent-Replayed', 'true');
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    }
    const { body } = await own.get('/webhooks/subscriptions').expect(200);
    expect(body.subscriptions).toHaveLength(2);
  });

  it('of a process that has died blocks no longer than its claim lasts', async () => {
    const own = await newProject(server);
    const held = await holdTicket(server);
    const lost = keyed(own, '/tickets', { title: 'Once' }, 'a').then((answer) => answer);
    await held.reached();
    const claim = (await storedKeys(server)).find(({ status }) => status === null)!;
    const blocksForMs =
      new Date(claim.claimedUntil as string).getTime() - new Date(claim.createdAt as string).getTime();
    expect(blocksForMs).toBeLessThanOrEqual(
      await server.run((strapi) => strapi.server.httpServer.requestTimeout),
    );
    await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(409).expect('Retry-After', '1');
    await keyed(own, '/tickets', { title: 'Other' }, 'a').expect(409);
    await endClaims(server);
    const { text } = await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201);
    await held.release();
    // It was only slow: what it has written is rolled back.
    expect((await lost).status).toBe(409);
    expect((await keyed(own, '/tickets', { title: 'Once' }, 'a').expect(201)).text).toBe(text);
    expect(await ticketsOf(own)).toHaveLength(1);
  });
});

it('an answer that a killed process did not send is sent by the next one', async () => {
  const first = await startServer();
  const own = await newProject(first);
  await first.run(() => {
    const { ServerResponse } = process.getBuiltinModule('node:http');
    ServerResponse.prototype.end = function killed() {
      process.kill(process.pid, 'SIGKILL');
      return this;
    };
  });
  const ticket = { title: 'Written, and not answered' };
  await expect(keyed(own, '/tickets', ticket, 'a')).rejects.toThrow('socket hang up');
  const second = await startServer({ database: first.database });
  const again = { ...own, ...v1(second, own.token) };
  const { body } = await keyed(again, '/tickets', ticket, 'a')
    .expect(201)
    .expect('Idempotent-Replayed', 'true');
  expect(await ticketsOf(again)).toEqual([body.ticket]);
  await second.destroy();
});

describe('what is stored of a key', () => {
  it('is a hash', async () => {
    const own = await newProject(server);
    const key = `secret-${randomUUID()}`;
    await keyed(own, '/tickets', { title: 'Hashed' }, key).expect(201);
    expect(JSON.stringify(await storedKeys(server))).not.toContain(key);
  });

  it('is kept from when its answer was written, also where that took over a claim', async () => {
    const own = await newProject(server);
    const { body } = await keyed(own, '/tickets', { title: 'Long ago' }, 'a').expect(201);
    const aged = await server.run(
      async (strapi, { uid, answer }) => {
        const { tableName } = strapi.db.metadata.get(uid);
        const at = new Date(Date.now() - 24 * 60 * 60 * 1000);
        const died = { status: null, answer: null, claimed_until: at, created_at: at };
        const query = strapi.db.connection(tableName).where('answer', 'like', `%${answer}%`);
        return query.update(died);
      },
      { uid: KEYS, answer: body.ticket.id as string },
    );
    expect(aged).toBe(1);
    const again = await keyed(own, '/tickets', { title: 'Long ago' }, 'a').expect(201);
    const kept = (await storedKeys(server)).find(({ answer }) =>
      String(answer).includes(again.body.ticket.id as string),
    );
    expect(Date.now() - new Date(kept!.createdAt as string).getTime()).toBeLessThan(60 * 60 * 1000);
  });

  it('is forgotten after IDEMPOTENCY_RETENTION_HOURS, many in batches, by two processes at once', async () => {
    const env = { IDEMPOTENCY_RETENTION_HOURS: '2' };
    const forgetful = await startServer({ env });
    const other = await startServer({ env, database: forgetful.database });
    const own = await newProject(forgetful);
    await keyed(own, '/tickets', { title: 'Old' }, 'old').expect(201);
    await keyed(own, '/tickets', { title: 'New' }, 'new').expect(201);
    await forgetful.run(async (strapi, uid) => {
      const { tableName } = strapi.db.metadata.get(uid);
      const [{ id }] = await strapi.db.connection(tableName).select('id').orderBy('id').limit(1);
      const old = new Date(Date.now() - 2 * 60 * 60 * 1000 - 1000);
      const [{ id: _id, ...row }] = await strapi.db.connection(tableName).where({ id });
      await strapi.db.connection(tableName).where({ id }).update({ created_at: old });
      const many = Array.from({ length: 1_200 }, (_, index) => ({
        ...row,
        document_id: `old-${index}`,
        key_hash: `old-${index}`,
        created_at: old,
      }));
      await strapi.db.connection.batchInsert(tableName, many, 100);
    }, KEYS);
    await Promise.all([forgetful, other].map((of) => runJob(of, 'forget-keys')));
    expect(await storedKeys(forgetful)).toHaveLength(1);
    await keyed(own, '/tickets', { title: 'New' }, 'new').expect(201).expect('Idempotent-Replayed', 'true');
    await keyed(own, '/tickets', { title: 'Old' }, 'old').expect(201);
    expect(await ticketsOf(own)).toHaveLength(3);
    await other.stop();
    await forgetful.destroy();
  });
});

import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { attemptsOf, deliveriesOf, recorded, type StoredAttempt } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server);
});
afterEach(() => receiver.close());

const MINUTE_MS = 60_000;
/** A host that no name server is asked for: one part of it is longer than names may be. */
const NO_NAME = `${'a'.repeat(64)}.test`;
const WAITS_MS = [30_000, 150_000, 750_000, 3_750_000, 18_750_000];

describe('retries (specification 7.3)', () => {
  it('500 six times, then dead, and no seventh', async () => {
    receiver.answer((_request, response) => void response.writeHead(500).end('broken'));
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];

    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const delivery = await recorded(server, body.id, attempt);
      expect(delivery).toMatchObject({ state: 'pending', attempts: attempt, endedAt: null });
      const [last] = (await attemptsOf(server, delivery.id)).slice(-1) as [StoredAttempt];
      const waitMs = Date.parse(delivery.dueAt!) - (Date.parse(last.startedAt) + last.durationMs);
      const scheduledMs = WAITS_MS[attempt - 1]!;
      expect(waitMs).toBeGreaterThanOrEqual(scheduledMs * 0.8 - 1000);
      // The added minute is for a busy machine to record the attempt.
      expect(waitMs).toBeLessThanOrEqual(scheduledMs * 1.2 + 60_000);
      expect(last).toMatchObject({
        number: attempt,
        result: 'http_error',
        statusCode: 500,
        responseBody: 'broken',
        nextAttemptAt: delivery.dueAt,
      });
      expect(receiver.received).toHaveLength(attempt);
      await server.travel(waitMs + 1000);
      await receiver.until(attempt + 1);
    }

    const dead = await recorded(server, body.id, 6);
    expect(dead).toMatchObject({ state: 'dead', attempts: 6, dueAt: null, endedAt: expect.any(String) });
    await server.travel(365 * 24 * 60 * MINUTE_MS);
    await fileTicket(api, { title: 'Later' });
    await receiver.until(1, ({ raw }) => raw.includes('Later'));
    const sent = receiver.received.filter((received) => received.body.id === body.id);
    expect(sent).toHaveLength(6);
    expect(new Set(sent.map(({ raw }) => raw.toString())).size).toBe(1);
  });

  it('two failures and a success', async () => {
    const statuses = [503, 404, 204];
    receiver.answer((_request, response) => void response.writeHead(statuses.shift() ?? 500).end());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    for (const attempt of [1, 2]) {
      await recorded(server, body.id, attempt);
      await server.travel(15 * MINUTE_MS);
      await receiver.until(attempt + 1);
    }
    const delivery = await recorded(server, body.id, 3);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 3, dueAt: null });
    expect(
      (await attemptsOf(server, delivery.id)).map(({ result, statusCode }) => [result, statusCode]),
    ).toEqual([
      ['http_error', 503],
      ['http_error', 404],
      ['delivered', 204],
    ]);
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await startReceiver();
    receiver.answer((_request, response) => void response.writeHead(302, { Location: elsewhere.url }).end());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(await recorded(server, body.id, 1)).toMatchObject({ state: 'pending', attempts: 1 });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('says what went wrong where no answer came', async () => {
    const closed = await startReceiver();
    await closed.close();
    await subscribe(api, closed.url, { event_types: ['ticket.created'] });
    await subscribe(api, `http://${NO_NAME}/hook`, { event_types: ['ticket.created'] });
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer((request) => void request.socket.destroy());
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const found: Record<string, string | null> = {};
    while (Object.keys(found).length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (const { id } of await deliveriesOf(server, body.id)) {
        for (const { result, message } of await attemptsOf(server, id)) found[result] = message;
      }
    }
    expect(found).toEqual({
      connection_refused: expect.stringContaining('ECONNREFUSED'),
      dns_error: expect.stringContaining(NO_NAME),
      connection_reset: expect.any(String),
    });
  });

  it('waits as long as Retry-After asks, on 429 and 503', async () => {
    receiver.answer((_request, response) => void response.writeHead(429, { 'Retry-After': '3600' }).end());
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const { dueAt } = await recorded(server, body.id, 1);
    expect(Date.parse(dueAt!) - Date.now()).toBeGreaterThan(59 * MINUTE_MS);
    expect(Date.parse(dueAt!) - Date.now()).toBeLessThan(61 * MINUTE_MS);
  });

  it('keeps the first 4 KiB of an answer and cuts an endless one', async () => {
    receiver.answer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const delivery = await recorded(server, body.id, 1);
    expect(delivery.state).toBe('delivered');
    expect((await attemptsOf(server, delivery.id))[0]!.responseBody).toBe('x'.repeat(4096));
  });
});

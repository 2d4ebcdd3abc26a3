import path from 'node:path';
import { fileTicket, newProject, subscribe, v1 } from '../support/api';
import { createDatabase } from '../support/database';
import { recorded } from '../support/deliveries';
import { startReceiver, type Received } from '../support/receiver';
import { startServer } from '../support/server';

it('two instances on one database, empty at first, deliver each event once', async () => {
  const database = await createDatabase({ empty: true });
  const first = await startServer({ database });
  const second = await startServer({ database });
  const receiver = await startReceiver();
  const api = await newProject(first);
  await subscribe(api, `${receiver.url}/one`, { event_types: ['ticket.created', 'ticket.updated'] });
  await subscribe(api, `${receiver.url}/two`, { event_types: ['ticket.created'] });
  const other = { ...api, ...v1(second, api.token) };
  await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const ticket = await fileTicket(number % 2 ? api : other);
      await (number % 3 ? api : other).patch(`/tickets/${ticket.id}`, { status: 'blocked' }).expect(200);
    }),
  );
  const received = await receiver.until(180);
  // Anything else that was sent would arrive before the last event.
  await fileTicket(api, { title: 'Last' });
  await receiver.until(2, ({ raw }) => raw.includes('Last'));
  expect(receiver.received).toHaveLength(182);
  expect(new Set(received.map(({ path, body }) => `${path} ${body.id}`)).size).toBe(180);

  await receiver.close();
  await second.stop();
  await first.destroy();
});

it("an instance whose clock is ten minutes wrong takes nobody's lease and keeps the waits", async () => {
  const TEN_MINUTES_MS = 600_000;
  const database = await createDatabase();
  const right = await startServer({ database });
  const wrong = await startServer({
    database,
    env: {
      NODE_OPTIONS: `--require ${path.join(__dirname, '../support/skewed-clock.js')}`,
      SKEW_MS: String(TEN_MINUTES_MS),
    },
  });
  const aheadMs = (await wrong.run(() => Date.now())) - Date.now();
  expect(aheadMs).toBeGreaterThan(TEN_MINUTES_MS - 60_000);

  const slow = await startReceiver();
  let answer = () => {};
  slow.answer((_request, response) => (answer = () => void response.writeHead(500).end()));
  const api = await newProject(right);
  await subscribe(api, slow.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  const [{ body }] = (await slow.until(1)) as [Received];

  // Both claim again and again while the first attempt is in flight.
  const quick = await startReceiver();
  await subscribe(api, quick.url, { event_types: ['ticket.updated'] });
  const other = { ...api, ...v1(wrong, api.token) };
  const { body: filed } = await api.get('/tickets').expect(200);
  for (let round = 1; round <= 5; round += 1) {
    await other.patch(`/tickets/${filed.tickets[0].id}`, { title: `Round ${round}` }).expect(200);
    await quick.until(round);
    for (const server of [right, wrong]) await server.travel(0);
  }
  expect(slow.received).toHaveLength(1);
  answer();
  await recorded(right, body.id, 1);

  // The times that the process with the wrong clock writes are right as well.
  await right.stop();
  slow.answer(500);
  await wrong.travel(60_000);
  await slow.until(2);
  const { dueAt } = await recorded(wrong, body.id, 2);
  const waitMs = Date.parse(dueAt!) - Date.now();
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThan(300_000);

  await Promise.all([slow.close(), quick.close()]);
  await wrong.destroy();
});

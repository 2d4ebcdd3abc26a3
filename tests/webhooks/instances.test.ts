import { fileTicket, newProject, subscribe, v1 } from '../support/api';
import { createDatabase } from '../support/database';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';

it('two instances on one database deliver each event once', async () => {
  const database = await createDatabase();
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
  // Whatever else was sent would come before the last event.
  await fileTicket(api, { title: 'Last' });
  await receiver.until(2, ({ raw }) => raw.includes('Last'));
  expect(receiver.received).toHaveLength(182);
  expect(new Set(received.map(({ path, body }) => `${path} ${body.id}`)).size).toBe(180);

  await receiver.close();
  await second.stop();
  await first.destroy();
});

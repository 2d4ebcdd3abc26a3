import { fileTicket, newProject, subscribe } from '../support/api';
import { untilAttempted } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';

it('an endpoint that hangs takes its share of the slots and no more (docs/settings.md)', async () => {
  const server = await startServer({
    env: { DELIVERY_CONCURRENCY: '8', DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: '5' },
  });
  const [hanging, healthy] = [await startReceiver(), await startReceiver()];
  try {
    hanging.answer(() => {
      // Never.
    });
    const api = await newProject(server);
    await subscribe(api, hanging.url, { event_types: ['ticket.created'] });
    await subscribe(api, healthy.url, { event_types: ['ticket.created'] });
    for (let count = 0; count < 60; count += 1) await fileTicket(api);
    await healthy.until(60);
    expect(hanging.received).toHaveLength(5);
  } finally {
    await Promise.all([hanging.close(), healthy.close()]);
    await server.kill();
    await server.database.drop();
  }
});

it('an endpoint whose attempts time out keeps a quarter of its share until one is answered', async () => {
  const server = await startServer({
    env: { DELIVERY_CONCURRENCY_PER_SUBSCRIPTION: '8', DELIVERY_TIMEOUT_MS: '1000' },
  });
  const receiver = await startReceiver();
  let open = 0;
  const mostOpen: number[] = [];
  receiver.answer((request) => {
    open += 1;
    mostOpen.push(open);
    request.socket.once('close', () => (open -= 1));
  });
  const api = await newProject(server);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  for (let count = 0; count < 30; count += 1) await fileTicket(api);
  await untilAttempted(server, id, 20);
  // The ninth waits until one of the first has timed out. A socket may be seen to close after the next one has opened.
  expect(Math.max(...mostOpen.slice(8))).toBeLessThanOrEqual(4);

  receiver.answer(200);
  await untilAttempted(server, id, 30);
  await receiver.close();
  await server.destroy();
});

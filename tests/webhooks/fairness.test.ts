import { fileTicket, newProject, subscribe } from '../support/api';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';

it('an endpoint that hangs takes its share of the slots and no more (gaps.md, Settings)', async () => {
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

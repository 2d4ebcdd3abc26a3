import { fileTicket, newProject, v1 } from '../support/api';
import { createDatabase } from '../support/database';
import { startServer } from '../support/server';
import { drained } from './drained';
import { report, rounded } from './report';
import { startSubscriber } from './subscribers';

const PROCESSES = 4;
const SUBSCRIBERS = 4;
const TICKETS = 2_500;
/** Concurrent requests. */
const WRITERS = 16;

it('without faults: 4 processes, 10,000 deliveries, each received once', async () => {
  const database = await createDatabase();
  const env = { RATE_LIMIT_WRITES_PER_MINUTE: '0', DELIVERY_TICK_SECONDS: '1' };
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServer({ database, env })));
  const api = await newProject(servers[0]!);
  const subscribers = await Promise.all(
    Array.from({ length: SUBSCRIBERS }, () => startSubscriber(api, ['ticket.created'], 0)),
  );
  try {
    const start = performance.now();
    let left = TICKETS;
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const mine = { ...api, ...v1(servers[writer % PROCESSES]!, api.token) };
        while (left > 0) {
          left -= 1;
          await fileTicket(mine);
        }
      }),
    );
    await drained(servers[0]!);
    const seconds = (performance.now() - start) / 1000;

    const requests = subscribers.reduce((total, subscriber) => total + subscriber.requests(), 0);
    const received = subscribers.reduce((total, { accepted }) => total + accepted.size, 0);
    report(`No faults: ${PROCESSES} processes on ${database.env.DATABASE_CLIENT}`, {
      deliveries: received,
      duplicates: requests - received,
      seconds: rounded(seconds),
      'deliveries per second, beside the writes': rounded(received / seconds),
    });
    expect(received).toBe(TICKETS * SUBSCRIBERS);
    expect(requests).toBe(received);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(subscribers.map(({ receiver }) => receiver.close()));
    await database.drop();
  }
});

import type { TestServer } from '../support/server';

const POLL_MS = 200;

/** Resolves when no delivery is open. */
export async function drained(server: TestServer): Promise<void> {
  while ((await open(server)) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

const open = (server: TestServer): Promise<number> =>
  server.run((strapi) =>
    strapi.db
      .query('plugin::work-tracking.webhook-delivery')
      .count({ where: { state: { $in: ['pending', 'sending', 'held'] } } }),
  );

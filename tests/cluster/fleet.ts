import { randomInt } from 'node:crypto';
import type { TestDatabase } from '../support/database';
import { startServer, type TestServer } from '../support/server';

/** Several processes on one database, some of which may just be dead. */
export interface Fleet {
  /** A process that is up, any; waits while none is. */
  any(): Promise<TestServer>;
  /** Kills one, any, and starts it again. @returns how many deliveries it held; undefined when none was up */
  killOne(): Promise<number | undefined>;
  /** Resolves when all are up. */
  complete(): Promise<TestServer[]>;
  /** Stops all of them. The database stays. */
  stop(): Promise<void>;
}

/** A process, and what its lease tokens begin with. */
interface Member {
  server: TestServer;
  id: string;
}

export async function startFleet(
  size: number,
  options: { database: TestDatabase; env: Record<string, string> },
): Promise<Fleet> {
  const up = new Set<Member>();
  const starting = new Set<Promise<void>>();

  async function start(): Promise<void> {
    const server = await startServer(options);
    const id = await server.run<never, string>(
      (strapi) => strapi.plugin('work-tracking').service('dispatcher').id,
    );
    up.add({ server, id });
  }

  function startAfter(end: Promise<void>): void {
    const started = end.then(start).finally(() => starting.delete(started));
    starting.add(started);
  }

  async function anyMember(): Promise<Member> {
    while (up.size === 0) await Promise.race(starting);
    return [...up][randomInt(up.size)]!;
  }

  // One after the other the first time: they make the tables.
  for (let count = 0; count < size; count += 1) await start();

  return {
    any: async () => (await anyMember()).server,
    async killOne() {
      if (up.size === 0) return undefined;
      const victim = await anyMember();
      up.delete(victim);
      // Whoever asks meanwhile has something to wait for.
      const killed = victim.server.kill();
      startAfter(killed);
      await killed;
      const witness = await anyMember();
      return witness.server.run(heldBy, victim.id);
    },
    async complete() {
      while (starting.size > 0) await Promise.all(starting);
      return [...up].map(({ server }) => server);
    },
    async stop() {
      await Promise.all([...up].map(({ server }) => server.stop()));
    },
  };
}

/** Runs inside of an application. */
async function heldBy(strapi: Parameters<Parameters<TestServer['run']>[0]>[0], id: string): Promise<number> {
  const [row] = await strapi.db
    .connection('work_tracking_webhook_deliveries')
    .where({ state: 'sending' })
    .andWhere('lease_token', 'like', `${id}/%`)
    .count({ held: '*' });
  return Number(row!.held);
}

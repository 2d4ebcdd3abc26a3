import { randomInt } from 'node:crypto';
import knex, { type Knex } from 'knex';
import type { TestDatabase } from '../support/database';
import { startServer, type OwnServer, type TestServer } from '../support/server';

/** Several processes on one database. Some of them may be dead at any moment. */
export interface Fleet {
  /** Any running process; waits while there is none. */
  any(): Promise<TestServer>;
  /**
   * Kills any process and starts it again. @returns how many deliveries it had in flight; undefined when none was
   * running
   */
  killOne(): Promise<number | undefined>;
  /** Resolves when all are running. */
  complete(): Promise<TestServer[]>;
  /** Stops all of them. The database stays. */
  stop(): Promise<void>;
}

/** A process, and the prefix of its lease tokens. */
interface Member {
  server: OwnServer;
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

  const connection = connectionTo(options.database);

  function startAfter(end: Promise<unknown>): void {
    const started = end.then(start).finally(() => starting.delete(started));
    starting.add(started);
  }

  async function anyMember(): Promise<Member> {
    while (up.size === 0) await Promise.race(starting);
    return [...up][randomInt(up.size)]!;
  }

  await Promise.all(Array.from({ length: size }, start));

  return {
    any: async () => (await anyMember()).server,
    async killOne() {
      if (up.size === 0) return undefined;
      const victim = await anyMember();
      up.delete(victim);
      // Callers of `any` can wait for the restart from now on.
      // It is started again when they have been counted: what starts may take them over.
      const held = victim.server.kill().then(() => heldBy(connection, victim.id));
      startAfter(held);
      return held;
    },
    async complete() {
      while (starting.size > 0) await Promise.all(starting);
      return [...up].map(({ server }) => server);
    },
    async stop() {
      await Promise.all([...up].map(({ server }) => server.stop()));
      await connection.destroy();
    },
  };
}

/** To the database beside its processes, which are killed. */
const connectionTo = ({ env }: TestDatabase): Knex =>
  env.DATABASE_CLIENT === 'sqlite'
    ? knex({
        client: 'better-sqlite3',
        connection: { filename: env.DATABASE_FILENAME! },
        useNullAsDefault: true,
      })
    : knex({ client: 'pg', connection: env.DATABASE_URL });

/** @returns how many deliveries the process has claimed, that are not recorded */
async function heldBy(connection: Knex, id: string): Promise<number> {
  const [row] = await connection('work_tracking_webhook_deliveries')
    .where({ state: 'sending' })
    .andWhere('lease_token', 'like', `${id}/%`)
    .count<{ held: number | string }[]>({ held: '*' });
  return Number(row!.held);
}

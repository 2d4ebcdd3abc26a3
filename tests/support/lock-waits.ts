import type { TestServer } from './server';

/** InnoDB shows its transactions as they are only to who has not looked for 100 ms. */
const LOOK_AGAIN_MS = 200;

/** How many transactions wait for a lock, or where all share one connection, for that. */
const waiting = (server: TestServer): Promise<number> =>
  server.run(async (strapi) => {
    const { client } = strapi.db.dialect;
    const { pool } = strapi.db.connection.client as { pool: { numPendingAcquires(): number } };
    if (client === 'sqlite') return pool.numPendingAcquires();
    const all = strapi.db.connection.count({ count: '*' });
    const rows: { count?: number | string }[] = await (client === 'postgres'
      ? all.from('pg_stat_activity').whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
      : all
          .from('information_schema.innodb_trx as t')
          .join('information_schema.processlist as p', 'p.id', 't.trx_mysql_thread_id')
          .whereRaw(`p.db = database() and t.trx_state = 'LOCK WAIT'`));
    return Number(rows[0]?.count);
  });

/** Resolves once so many transactions wait for a lock, or when `write` is over, which may need none. */
export async function untilWaiting(
  server: TestServer,
  count: number,
  write?: Promise<unknown>,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  void write?.then(end, end);
  while (!over.signal.aborted && (await waiting(server)) < count)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}

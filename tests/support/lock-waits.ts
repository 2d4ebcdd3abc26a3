import type { TestServer } from './server';

/** InnoDB shows its transactions as they are only to who has not looked for 100 ms. */
const LOOK_AGAIN_MS = 200;

/** Resolves once so many transactions wait for a lock. */
export const untilWaiting = (server: TestServer, count: number): Promise<void> =>
  server.run(
    async (strapi, { expected, lookAgainMs }) => {
      const { client } = strapi.db.dialect;
      const waiting = strapi.db.connection.count({ count: '*' });
      const query =
        client === 'postgres'
          ? waiting
              .from('pg_stat_activity')
              .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
          : waiting
              .from('information_schema.innodb_trx as t')
              .join('information_schema.processlist as p', 'p.id', 't.trx_mysql_thread_id')
              .whereRaw(`p.db = database() and t.trx_state = 'LOCK WAIT'`);
      for (;;) {
        const [row] = (await query.clone()) as unknown as { count: number | string }[];
        if (Number(row?.count) >= expected) return;
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      }
    },
    { expected: count, lookAgainMs: LOOK_AGAIN_MS },
  );

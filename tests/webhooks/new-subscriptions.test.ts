import { fileTicket, newProject, subscribe } from '../support/api';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

/**
 * Keeps the changes of a project from their numbers.
 * @returns what lets them go on; undefined on SQLite, which makes one change at a time
 */
async function holdNumbers(tenantId: string): Promise<(() => Promise<void>) | undefined> {
  const isHeld = await server.run(async (strapi, documentId) => {
    if (strapi.db.dialect.client === 'sqlite') return false;
    const { id } = await strapi.db.query('plugin::work-tracking.project').findOne({ where: { documentId } });
    const held = await strapi.db.connection.transaction();
    await held('work_tracking_project_counters').where({ project_id: id, name: 'changes' }).forUpdate();
    Object.assign(globalThis, { held });
    return true;
  }, tenantId);
  if (!isHeld) return undefined;
  return () =>
    server.run(async () => {
      await (globalThis as { held?: { rollback(): Promise<void> } }).held?.rollback();
    });
}

/** InnoDB shows its transactions as they are only to who has not looked for 100 ms. */
const LOOK_AGAIN_MS = 200;

/** Resolves once so many transactions wait for a lock. */
const untilWaiting = (count: number): Promise<void> =>
  server.run(async (strapi, expected) => {
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
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }, count);

it('a subscription hears a change that was on its way when it was made, and has a higher number', async () => {
  const api = await newProject(server);
  const receiver = await startReceiver();
  const release = await holdNumbers(api.tenantId);
  const subscribed = subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await (release ? untilWaiting(1) : subscribed);
  const filed = fileTicket(api);
  if (release) await untilWaiting(2);
  await release?.();
  const [, ticket] = await Promise.all([subscribed, filed]);
  const [delivery] = await receiver.until(1);
  expect(delivery!.body).toMatchObject({ event: 'ticket.created', data: { id: ticket.id } });
  await receiver.close();
});

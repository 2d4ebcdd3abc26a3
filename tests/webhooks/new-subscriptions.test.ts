import { fileTicket, newProject, subscribe } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
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

it('a subscription hears a change that was on its way when it was made, and has a higher number', async () => {
  const api = await newProject(server);
  const receiver = await startReceiver();
  const release = await holdNumbers(api.tenantId);
  const subscribed = subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await (release ? untilWaiting(server, 1) : subscribed);
  const filed = fileTicket(api);
  if (release) await untilWaiting(server, 2);
  await release?.();
  const [, ticket] = await Promise.all([subscribed, filed]);
  const [delivery] = await receiver.until(1);
  expect(delivery!.body).toMatchObject({ event: 'ticket.created', data: { id: ticket.id } });
  await receiver.close();
});

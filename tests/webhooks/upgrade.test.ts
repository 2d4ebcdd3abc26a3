import { mayInContentManager, newColleague, registerAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { startAndBeKilled, type Kill } from '../support/killed-start';
import { leaveAsTheLastRelease } from '../support/last-release';
import { startReceiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';
import { expectAllDeliveries, expectChanges, expectNumbers, type OldDelivery } from '../support/upgraded';

/** Resolves once a ticket has so many deliveries in a state, attempted at least once. */
const untilState = (server: OwnServer, ticket: string, state: string, count: number): Promise<void> =>
  server.run(
    async (strapi, expected) => {
      const { ticket: targetId, state: wanted } = expected;
      const where = { targetId, state: wanted, attempts: { $gt: 0 } };
      while (
        (await strapi.db.query('plugin::work-tracking.webhook-delivery').count({ where })) < expected.count
      ) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    { ticket, state, count },
  );

/** The deliveries as they are stored, in the database's own words. */
const storedDeliveries = (server: OwnServer): Promise<OldDelivery[]> =>
  server.run((strapi) => strapi.db.connection('work_tracking_webhook_deliveries').select('*'));

/** Adds a delivery that is moved with others than the first ones are. */
async function addToAnotherBatch(server: OwnServer, subscriptionId: string): Promise<void> {
  const [id] = await insertDeliveries(server, subscriptionId, [{ state: 'dead', createdAt: Date.now() }]);
  await server.run(
    (strapi, documentId) =>
      strapi.db
        .connection('work_tracking_webhook_deliveries')
        .where({ document_id: documentId })
        .update({ id: 2500 }),
    id,
  );
}

/** Where one start after the other is killed. */
const KILLS: Kill[] = [
  ['insert into \\S*work_tracking_webhook_events', 2],
  ['insert into \\S*admin_permissions\\W ', 1],
  ['drop column \\Wbody_of_event', 1],
  ['update \\S*work_tracking_tickets\\W as stored', 1],
  ['update \\S*work_tracking_audit_entries\\W as stored', 1],
];

/** Notes a field of the application's own in the schema that the database was made for; its column has a new name by now. */
const noteOwnNumber = (server: OwnServer): Promise<void> =>
  server.run(async (strapi) => {
    const stored = strapi.store({ type: 'strapi', name: 'content_types' });
    const schemas = (await stored.get({ key: 'schema' })) as Record<string, { attributes: object }>;
    Object.assign(schemas['plugin::work-tracking.ticket']!.attributes, { number: { type: 'integer' } });
    await stored.set({ key: 'schema', value: schemas });
  });

it.each([
  ['at once, where tickets had a number of the application until now', []],
  ['at last, after starts that were killed in the middle of it', KILLS],
])('a database as the last release left it comes up with every event, %s', async (_when, kills) => {
  const receiver = await startReceiver();
  const old = await startServer({ env: { DELIVERY_TICK_SECONDS: '59' } });
  const admin = await registerAdmin(old);
  await newColleague(old, admin, [mayInContentManager('read', 'webhook-event', ['type', 'body', 'project'])]);
  const api = await newProject(old);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created', 'audit.event'] });
  await subscribe(api, receiver.url, { event_types: ['ticket.created'], secret: 'another secret' });
  const first = await fileTicket(api, { title: 'Delivered 👋' });
  await untilState(old, first.id, 'delivered', 3);
  receiver.answer(500);
  const second = await fileTicket(api, { title: 'Failed once' });
  await untilState(old, second.id, 'pending', 3);
  await addToAnotherBatch(old, id);
  await old.run(leaveAsTheLastRelease);
  if (kills.length === 0) await noteOwnNumber(old);
  const deliveries = await storedDeliveries(old);
  const entries = await old.run(
    async (strapi) =>
      (await strapi.db
        .connection('work_tracking_audit_entries')
        .orderBy('id')
        .pluck('document_id')) as string[],
  );
  await old.stop();

  for (const kill of kills) await startAndBeKilled(old.database, kill);
  receiver.received.length = 0;
  receiver.answer(200);
  const server = await startServer({ database: old.database });
  await expectAllDeliveries(server, receiver, api.projectKey, deliveries);
  await expectNumbers(server, api.projectKey, [first.id, second.id]);
  await expectChanges(server, api.projectKey, entries);
  await receiver.close();
  await server.destroy();
});

import { mayInContentManager, newColleague, registerAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe } from '../support/api';
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

it('a database as the last release left it comes up with every event, and what is due still arrives', async () => {
  const receiver = await startReceiver();
  const old = await startServer({ env: { DELIVERY_TICK_SECONDS: '59' } });
  const admin = await registerAdmin(old);
  await newColleague(old, admin, [mayInContentManager('read', 'webhook-event', ['type', 'body', 'project'])]);
  const api = await newProject(old);
  await subscribe(api, receiver.url, { event_types: ['ticket.created', 'audit.event'] });
  await subscribe(api, receiver.url, { event_types: ['ticket.created'], secret: 'another secret' });
  const first = await fileTicket(api, { title: 'Delivered 👋' });
  await untilState(old, first.id, 'delivered', 3);
  receiver.answer(500);
  const second = await fileTicket(api, { title: 'Failed once' });
  await untilState(old, second.id, 'pending', 3);
  await old.run(leaveAsTheLastRelease);
  const deliveries = await storedDeliveries(old);
  const entries = await old.run(
    async (strapi) =>
      (await strapi.db
        .connection('work_tracking_audit_entries')
        .orderBy('id')
        .pluck('document_id')) as string[],
  );
  await old.stop();

  receiver.received.length = 0;
  receiver.answer(200);
  const server = await startServer({ database: old.database });
  await expectAllDeliveries(server, receiver, api.projectKey, deliveries);
  await expectNumbers(server, api.projectKey, [first.id, second.id]);
  await expectChanges(server, api.projectKey, entries);
  await receiver.close();
  await server.destroy();
});

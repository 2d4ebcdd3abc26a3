import { ALL_EVENTS, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.destroy());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server, { venture: 'acme' });
});
afterEach(() => receiver.close());

describe('a change and its events are one transaction (gaps.md, Deliveries: guarantee)', () => {
  it('a change that is rolled back sends nothing and leaves no audit entry', async () => {
    await subscribe(api, receiver.url, { event_types: ALL_EVENTS });
    await server.run(async (strapi, key) => {
      const project = await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } });
      const tickets = strapi.documents('plugin::work-tracking.ticket' as never) as never as {
        create(params: object): Promise<unknown>;
      };
      await strapi.db
        .transaction(async () => {
          await tickets.create({ data: { title: 'Never was', project: project.id } });
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      await tickets.create({ data: { title: 'Is', project: project.id } });
    }, api.projectKey);
    const received = await receiver.until(2);
    expect(received.filter(({ raw }) => raw.includes('Never was'))).toEqual([]);
    const counts = await server.run(
      async (strapi, key) => ({
        tickets: await strapi.db
          .query('plugin::work-tracking.ticket')
          .count({ where: { title: 'Never was' } }),
        entries: await strapi.db
          .query('plugin::work-tracking.audit-entry')
          .count({ where: { projectKey: key, action: 'ticket.created' } }),
      }),
      api.projectKey,
    );
    expect(counts).toEqual({ tickets: 0, entries: 1 });
  });

  it('a change whose event can not be written is not made', async () => {
    const own = await startServer();
    try {
      const mine = await newProject(own);
      const ticket = await fileTicket(mine);
      await own.run((strapi) =>
        strapi.db.connection.schema.renameTable('work_tracking_audit_entries', 'gone'),
      );
      await mine.patch(`/tickets/${ticket.id}`, { title: 'Not made' }).expect(500);
      await mine.post('/tickets', { title: 'Not made' }).expect(500);
      await mine.delete(`/tickets/${ticket.id}`).expect(500);
      const { body } = await mine.get('/tickets').expect(200);
      expect(body.tickets).toEqual([ticket]);
    } finally {
      await own.destroy();
    }
  });

  it('code that writes through strapi.db.query() passes the same rules, and is as atomic', async () => {
    await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
    const ticket = await fileTicket(api);
    const refusal = server.run(
      (strapi, id) =>
        strapi.db
          .query('plugin::work-tracking.ticket')
          .update({ where: { documentId: id }, data: { state: 'done' } }),
      ticket.id,
    );
    await expect(refusal).rejects.toMatchObject({
      name: 'ValidationError',
      details: { code: 'invalid_transition', from: 'open', to: 'done' },
    });
    await server.run(
      (strapi, id) =>
        strapi.db
          .query('plugin::work-tracking.ticket')
          .update({ where: { documentId: id }, data: { state: 'blocked' } }),
      ticket.id,
    );
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(body.data).toMatchObject({ id: ticket.id, status: 'blocked', version: 2 });
  });

  it.each(['createMany', 'updateMany', 'deleteMany'] as const)(
    '%s is refused on every guarded type',
    async (write) => {
      for (const type of [
        'ticket',
        'decision',
        'webhook-subscription',
        'project',
        'webhook-delivery',
        'audit-entry',
      ]) {
        const refusal = server.run(
          (strapi, { uid, method }) =>
            strapi.db.query(uid as never)[method as 'deleteMany']({
              where: { id: { $gt: 0 } },
              data: method === 'createMany' ? [{}] : {},
            }),
          { uid: `plugin::work-tracking.${type}`, method: write },
        );
        await expect(refusal).rejects.toMatchObject({ name: 'ValidationError' });
      }
    },
  );

  it('nobody changes what the service writes', async () => {
    await fileTicket(api);
    for (const type of ['webhook-delivery', 'webhook-attempt', 'audit-entry']) {
      for (const method of ['create', 'update', 'delete'] as const) {
        const refusal = server.run(
          (strapi, { uid, write }) =>
            strapi.db.query(uid as never)[write as 'update']({ where: { id: { $gt: 0 } }, data: {} }),
          { uid: `plugin::work-tracking.${type}`, write: method },
        );
        await expect(refusal).rejects.toMatchObject({ details: { code: 'read_only' } });
      }
    }
  });
});

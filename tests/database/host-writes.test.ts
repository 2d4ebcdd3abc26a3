import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let receiver: Receiver;
let api: Api;

/**
 * The code that an application may hang on the writes of a type: a document middleware, lifecycles of the type that
 * change the data and, by a statement of their own, the row, and a listener to Strapi's own events.
 */
beforeAll(async () => {
  server = await startServer();
  receiver = await startReceiver();
  api = await newProject(server);
  await subscribe(api, receiver.url, { event_types: ['ticket.created', 'ticket.updated'] });
  await server.run((strapi) => {
    const uid = 'plugin::work-tracking.ticket';
    const changeRow = (id: number, columns: object) =>
      strapi.db.transaction(async ({ trx }) => {
        await strapi.db.connection('work_tracking_tickets').where({ id }).update(columns).transacting(trx);
      });
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    strapi.documents.use((context, next) => {
      const { data } = context.params as { data?: Record<string, unknown> };
      if (context.uid === uid && data) data.body = `${String(data.title)}, by a middleware`;
      return next();
    });
    interface Event {
      params: { data: Record<string, unknown> };
      result: { id: number };
    }
    Object.assign(strapi.db.metadata.get(uid), {
      lifecycles: {
        beforeCreate: ({ params }: Event) => Object.assign(params.data, { effort: 'S' }),
        afterCreate: ({ result }: Event) => changeRow(result.id, { type: 'made' }),
        beforeUpdate: ({ params }: Event) => Object.assign(params.data, { effort: 'L' }),
        afterUpdate: ({ result }: Event) => changeRow(result.id, { type: 'changed' }),
      },
    });
    for (const name of ['entry.create', 'entry.update']) {
      strapi.eventHub.on(name, ({ entry }: { entry: Record<string, unknown> }) => {
        told.push({ name, entry });
        return Promise.resolve();
      });
    }
  });
});
afterAll(async () => {
  await server.destroy();
  await receiver.close();
});

const told = (id: string) =>
  server.run(
    (_strapi, documentId) =>
      (globalThis as never as { told: { name: string; entry: Record<string, unknown> }[] }).told
        .filter(({ entry }) => entry.documentId === documentId)
        .map(({ name, entry }) => ({ name, ...entry })),
    id,
  );

it('what an application changes in a write is in the record, in the event and in Strapi’s own event', async () => {
  const { id } = await fileTicket(api, { title: 'A' });
  const made = { title: 'A', body: 'A, by a middleware', effort: 'S', type: 'made' };
  expect((await api.get(`/tickets/${id}`)).body.ticket).toMatchObject(made);

  await api.patch(`/tickets/${id}`, { title: 'B', status: 'in_progress' }).expect(200);
  const changed = { title: 'B', body: 'B, by a middleware', effort: 'L', type: 'changed', version: 2 };
  const { body } = await api.get(`/tickets/${id}`);
  expect(body.ticket).toMatchObject(changed);

  const [first, second] = await receiver.until(2);
  expect(JSON.parse(first!.raw.toString()).data).toMatchObject(made);
  const { changes, ...record } = JSON.parse(second!.raw.toString()).data;
  expect(record).toEqual(body.ticket);
  expect(changes.type).toEqual({ from: 'made', to: 'changed' });

  const entries = await told(id);
  const project = expect.objectContaining({ key: api.projectKey });
  expect(entries).toEqual([
    expect.objectContaining({ name: 'entry.create', ...made, state: 'open', project }),
    expect.objectContaining({ name: 'entry.update', ...changed, state: 'in_progress', project }),
  ]);
});

it('two writes of one transaction, and a read after each, see what the one before has written', async () => {
  const { id } = await fileTicket(api, { title: 'A' });
  const seen = await server.run(async (strapi, documentId) => {
    const tickets = strapi.documents('plugin::work-tracking.ticket' as never) as never as {
      update(params: object): Promise<object>;
      findOne(params: object): Promise<{ title: string; version: number; frontmatter: object }>;
    };
    const read = async () => {
      const { title, version, frontmatter } = await tickets.findOne({ documentId });
      return { title, version, frontmatter };
    };
    return strapi.db.transaction(async ({ trx }) => {
      const seen: object[] = [];
      await tickets.update({ documentId, data: { title: 'B', frontmatter: { list: [1] } } });
      const found = await tickets.findOne({ documentId });
      // A caller may change the object that it got: no later read sees it.
      Object.assign(found.frontmatter, { list: [2] });
      seen.push(await read());
      await strapi.db
        .connection('work_tracking_tickets')
        .where({ document_id: documentId })
        .update({ title: 'C' })
        .transacting(trx);
      seen.push(await read());
      await tickets.update({ documentId, data: { frontmatter: {} } });
      seen.push(await read());
      return seen;
    });
  }, id);
  expect(seen).toEqual([
    { title: 'B', version: 2, frontmatter: { list: [1] } },
    { title: 'C', version: 2, frontmatter: { list: [1] } },
    { title: 'C', version: 3, frontmatter: {} },
  ]);
});

it.each([
  ['moved to another project', { project: 'other' }],
  ['made larger than a record may be', { frontmatter: 'large' }],
  ['filed larger than a record may be', null],
])(
  'a ticket that is refused after it was written is not committed by whoever goes on: %s',
  async (_what, change) => {
    const { id } = await fileTicket(api, { title: 'A' });
    const other = await newProject(server);
    const before = (await api.get(`/tickets/${id}`)).body.ticket;
    const { body: changes } = await api.get('/changes').expect(200);
    const told = await server.run(
      async (strapi, given) => {
        const uid = 'plugin::work-tracking.ticket';
        const tickets = strapi.documents(uid as never) as never as Record<
          'create' | 'update',
          (params: object) => Promise<object>
        >;
        const project = await strapi.db
          .query('plugin::work-tracking.project')
          .findOne({ where: { documentId: given.other } });
        const write = () => {
          const large = { frontmatter: { a: 'x'.repeat(1_100_000) } };
          if (given.change === null)
            return tickets.create({ data: { title: 'Nobody’s', project: project.id, ...large } });
          const data = 'project' in given.change ? { project: project.id } : large;
          return tickets.update({ documentId: given.id, data });
        };
        const errors: string[] = [];
        const note = (error: Error) => void errors.push(error.name);
        await strapi.db.transaction(() => write().catch(note)).catch(note);
        const count = await strapi.db.query(uid).count({ where: { title: 'Nobody’s' } });
        return { errors, count };
      },
      { id, other: other.tenantId, change },
    );
    expect(told).toEqual({ errors: ['ValidationError', 'ValidationError'], count: 0 });
    expect((await api.get(`/tickets/${id}`).expect(200)).body.ticket).toEqual(before);
    expect((await api.get('/changes').expect(200)).body).toEqual(changes);
  },
);

it('a read that begins later than the commit sees what others have written since', async () => {
  const { id } = await fileTicket(api, { title: 'A' });
  const title = await server.run(async (strapi, documentId) => {
    const tickets = strapi.documents('plugin::work-tracking.ticket' as never) as never as {
      update(params: object): Promise<object>;
      findOne(params: object): Promise<{ title: string }>;
    };
    const { promise, resolve } = ((
      found: { promise?: Promise<string>; resolve?: (text: string) => void } = {},
    ) => {
      found.promise = new Promise((done) => (found.resolve = done));
      return found as Required<typeof found>;
    })();
    const readLater = async () => {
      await strapi.db
        .connection('work_tracking_tickets')
        .where({ document_id: documentId })
        .update({ title: 'Theirs' });
      resolve((await tickets.findOne({ documentId })).title);
    };
    await strapi.db.transaction(async ({ onCommit }) => {
      onCommit(() => void readLater());
      await tickets.update({ documentId, data: { title: 'Ours' } });
    });
    return promise;
  }, id);
  expect(title).toBe('Theirs');
});

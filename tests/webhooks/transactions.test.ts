import { ALL_EVENTS, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer, startServer } from '../support/server';

/** The part that is used here of better-sqlite3, which has no types of its own. */
interface SqliteConnection {
  pragma(statement: string): void;
  exec(sql: string): void;
  close(): void;
}

let server: SharedServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server, { venture: 'acme' });
});
afterEach(() => receiver.close());

it('what fails after a commit does not end the process: a record that is deleted before its event is read', async () => {
  const { id } = await fileTicket(api);
  await server.run(async (strapi, documentId) => {
    const tickets = strapi.documents('plugin::work-tracking.ticket' as never) as never as {
      update(params: object): Promise<unknown>;
    };
    const remove = async () => {
      await strapi.db.connection('work_tracking_tickets').where({ document_id: documentId }).delete();
    };
    await strapi.db.transaction(async ({ onCommit }) => {
      onCommit(() => void remove());
      onCommit(() => {
        throw new Error('after the commit');
      });
      await tickets.update({ documentId, data: { title: 'Changed' } });
    });
  }, id);
  await api.get(`/tickets/${id}`).expect(404);
  await fileTicket(api);
});

describe('a change and its events are one transaction (specification 7)', () => {
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

  it('a change that reads first is not failed by what another process writes meanwhile', async () => {
    const [mine, theirs] = [await fileTicket(api), await fileTicket(api)];
    await server.run(
      async (strapi, [id, otherId]) => {
        const sql = `update work_tracking_tickets set title = 'Theirs' where document_id = '${otherId}'`;
        const { client } = strapi.db.connection as unknown as {
          client: { acquireRawConnection(): Promise<SqliteConnection> };
        };
        // SQLite's pool has one connection, and another process would wait.
        const writeElsewhere = async () => {
          if (strapi.db.dialect.client !== 'sqlite') return strapi.db.connection.raw(sql);
          const connection = await client.acquireRawConnection();
          connection.pragma('busy_timeout = 0');
          try {
            connection.exec(sql);
          } catch (error) {
            if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
          } finally {
            connection.close();
          }
        };
        await strapi.db.transaction(async ({ trx }) => {
          const tickets = () => trx('work_tracking_tickets').where({ document_id: id });
          await tickets().first();
          await writeElsewhere();
          await tickets().update({ title: 'Ours' });
        });
      },
      [mine.id, theirs.id] as const,
    );
    const { body } = await api.get(`/tickets/${mine.id}`).expect(200);
    expect(body.ticket.title).toBe('Ours');
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

  it('lock a record in one order, so that none of two at once is ended by the database', async () => {
    const tickets = await Promise.all(Array.from({ length: 100 }, () => fileTicket(api)));
    const failures = await server.run(
      async (strapi, ids) => {
        const documents = strapi.documents('plugin::work-tracking.ticket' as never) as unknown as Record<
          'update' | 'delete',
          (params: object) => Promise<unknown>
        >;
        const change = (documentId: string) => documents.update({ documentId, data: { title: 'Changed' } });
        const attempts = await Promise.allSettled(
          ids.flatMap((documentId) => [
            documents.delete({ documentId }),
            change(documentId),
            change(documentId),
          ]),
        );
        return attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [String(attempt.reason)] : []));
      },
      tickets.map(({ id }) => id as string),
    );
    expect(failures).toEqual([]);
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
    const types = await server.run((strapi) =>
      Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('plugin::work-tracking.')),
    );
    const written = ['project', 'ticket', 'decision', 'webhook-subscription'].map(
      (type) => `plugin::work-tracking.${type}`,
    );
    expect(types).toEqual(expect.arrayContaining([...written, 'plugin::work-tracking.board-view']));
    for (const type of types.filter((uid) => !written.includes(uid))) {
      for (const method of ['create', 'update', 'delete'] as const) {
        const refusal = server.run(
          (strapi, { uid, write }) =>
            strapi.db.query(uid as never)[write as 'update']({ where: { id: { $gt: 0 } }, data: {} }),
          { uid: type, write: method },
        );
        await expect(refusal).rejects.toMatchObject({ details: { code: 'read_only' } });
      }
    }
  });
});

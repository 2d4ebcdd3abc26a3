import { fileTicket, newProject, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
});
afterAll(() => server.destroy());

interface Tickets {
  update(params: { documentId: string; data: object }): Promise<{ id: number; version: number }>;
  findOne(params: { documentId: string }): Promise<{ id: number; title: string; version: number }>;
}

const UID = 'plugin::work-tracking.ticket';

/** The audit entries about a record, oldest first. */
const auditEntries = (targetId: string) =>
  server.run(
    (strapi, id) =>
      strapi.db
        .query('plugin::work-tracking.audit-entry')
        .findMany({ where: { targetId: id }, orderBy: { seq: 'asc' } }) as Promise<
        { action: string; ventureKey: string }[]
      >,
    targetId,
  );

/** An application writes in a transaction of its own, with statements of its own between our writes. */
describe('in a transaction of an application', () => {
  it('what is rolled back to a savepoint is gone: the change, its number and its events', async () => {
    const { id } = await fileTicket(api, { title: 'A' });
    const { project } = (await api.get('/me')).body;
    const seen = await server.run(
      async (strapi, { documentId, uid, projectId }) => {
        const tickets = strapi.documents(uid as never) as never as Tickets;
        const projects = strapi.documents('plugin::work-tracking.project' as never) as never as Tickets;
        const read = async () => {
          const { title, version } = await tickets.findOne({ documentId });
          return { title, version };
        };
        return strapi.db.transaction(async ({ trx }) => {
          const found: object[] = [];
          await tickets.update({ documentId, data: { title: 'Stays' } });
          await trx.raw('savepoint before_it');
          await projects.update({ documentId: projectId, data: { ventureKey: 'never' } });
          for (const title of ['B', 'C']) await tickets.update({ documentId, data: { title } });
          found.push(await read());
          await trx.raw('rollback to savepoint before_it');
          found.push(await read());
          await tickets.update({ documentId, data: { body: 'Stays, too' } });
          found.push(await read());
          return found;
        });
      },
      { documentId: id, uid: UID, projectId: project.tenant_id },
    );
    expect(seen).toEqual([
      { title: 'C', version: 4 },
      { title: 'Stays', version: 2 },
      { title: 'Stays', version: 3 },
    ]);
    const { ticket } = (await api.get(`/tickets/${id}`)).body;
    expect(ticket).toMatchObject({ title: 'Stays', body: 'Stays, too', version: 3 });
    const entries = await auditEntries(id);
    expect(entries.map(({ action, ventureKey }) => [action, ventureKey])).toEqual([
      ['ticket.created', project.venture_key],
      ['ticket.updated', project.venture_key],
      ['ticket.updated', project.venture_key],
    ]);
  });

  it.each([
    ['in capitals', ['SAVEPOINT ONE', 'ROLLBACK TO SAVEPOINT one']],
    ['in quotes', ['savepoint ??', 'rollback to one']],
    [
      'made twice, of which the later one was released',
      ['savepoint one', 'savepoint again', 'release savepoint again', 'rollback to savepoint one'],
    ],
  ])('a savepoint is found by its name: %s', async (_, statements) => {
    const { id } = await fileTicket(api, { title: 'A' });
    await server.run(
      async (strapi, { documentId, uid, before, back }) => {
        const tickets = strapi.documents(uid as never) as never as Tickets;
        await strapi.db.transaction(async ({ trx }) => {
          // MySQL and MariaDB forget the first of two with the same name.
          const again = strapi.db.dialect.client === 'mysql' ? 'two' : 'one';
          const run = (sql: string) => trx.raw(sql.replace('again', again), sql.includes('?') ? ['one'] : []);
          for (const sql of before) {
            await run(sql);
            await tickets.update({ documentId, data: { title: `After ${sql}` } });
          }
          await run(back);
          await tickets.update({ documentId, data: { title: 'B' } });
        });
      },
      { documentId: id, uid: UID, before: statements.slice(0, -1), back: statements.at(-1) ?? '' },
    );
    const entries = await auditEntries(id);
    expect(entries.map(({ action }) => action)).toEqual(['ticket.created', 'ticket.updated']);
  });

  it('a refused write that a savepoint of knex’s takes back does not refuse what else is done', async () => {
    const { id } = await fileTicket(api, { title: 'A' });
    const errors = await server.run(
      async (strapi, { documentId, uid }) => {
        const tickets = strapi.documents(uid as never) as never as Tickets;
        const names: string[] = [];
        await strapi.db.transaction(async ({ trx }) => {
          await tickets.update({ documentId, data: { title: 'B' } });
          const data = { frontmatter: { a: 'x'.repeat(1_100_000) } };
          await trx
            .transaction(() => tickets.update({ documentId, data }))
            .catch((error: unknown) => names.push((error as Error).name));
        });
        return names;
      },
      { documentId: id, uid: UID },
    );
    expect(errors).toEqual(['ValidationError']);
    const { ticket } = (await api.get(`/tickets/${id}`)).body;
    expect(ticket).toMatchObject({ title: 'B', version: 2, frontmatter: {} });
  });

  it('a list of changed rows keeps its order each time, and a count all of its conditions', async () => {
    const ids = [await fileTicket(api), await fileTicket(api)].map(({ id }) => id);
    const found = await server.run(
      async (strapi, { documentIds, uid }) => {
        const tickets = strapi.documents(uid as never) as never as Tickets;
        return strapi.db.transaction(async () => {
          const rows: number[] = [];
          for (const documentId of documentIds)
            rows.push((await tickets.update({ documentId, data: { title: 'B' } })).id);
          const [first = 0, second = 0] = rows;
          const query = strapi.db.query(uid);
          const list = async () => {
            const where = { id: [first, second] };
            const listed = await query.findMany({ where, orderBy: { id: 'desc' } });
            return listed.map(({ id }: { id: number }) => rows.indexOf(id));
          };
          const lists = [await list(), await list()];
          const count = await query.count({ where: { id: { $in: [first, second], $ne: first } } });
          return { lists, count };
        });
      },
      { documentIds: ids, uid: UID },
    );
    expect(found).toEqual({
      lists: [
        [1, 0],
        [1, 0],
      ],
      count: 1,
    });
  });

  it('a row that a statement of another kind has changed is read as it is now', async () => {
    const { id } = await fileTicket(api, { title: 'A' });
    const titles = await server.run(
      async (strapi, { documentId, uid }) => {
        const tickets = strapi.documents(uid as never) as never as Tickets;
        const { client } = strapi.db.dialect;
        return strapi.db.transaction(async ({ trx }) => {
          const found: string[] = [];
          const row = await tickets.update({ documentId, data: { title: 'B' } });
          const title = async () => {
            const stored = await strapi.db.query(uid).findOne({ where: { id: row.id } });
            return (stored as { title: string }).title;
          };
          if (client === 'postgres') {
            await trx.raw(
              `create function pg_temp.rename_ticket(wanted text) returns void language sql as
               $$ update work_tracking_tickets set title = 'C' where document_id = wanted $$`,
            );
            await trx.select(trx.raw('pg_temp.rename_ticket(?)', [documentId]));
          } else {
            await trx.raw(`update work_tracking_tickets set title = 'C' where document_id = ?`, [documentId]);
          }
          found.push(await title());
          if (client === 'postgres') {
            await trx
              .with(
                'changed',
                trx.raw(`update work_tracking_tickets set title = 'D' where document_id = ? returning id`, [
                  documentId,
                ]),
              )
              .select('*')
              .from('changed');
          } else {
            await trx('work_tracking_tickets')
              .where({ document_id: documentId })
              .update({ title: trx.raw(`replace(title, 'C', 'D')`) });
          }
          found.push(await title());
          await tickets.update({ documentId, data: { body: 'E' } });
          return found;
        });
      },
      { documentId: id, uid: UID },
    );
    expect(titles).toEqual(['C', 'D']);
    const { changes } = (await api.get('/changes?limit=1000')).body;
    const last = changes.at(-1);
    expect(last).toMatchObject({ action: 'ticket.updated', target: { id } });
    expect((await api.get(`/tickets/${id}`)).body.ticket).toMatchObject({
      title: 'D',
      body: 'E',
      version: 3,
    });
  });
});

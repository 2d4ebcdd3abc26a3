import { fileTicket, newProject } from '../support/api';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.destroy());

/** Counts the statements that the pool's one connection prepares from now on. @returns the texts so far */
const countPrepared = () =>
  server.run(async (strapi) => {
    const { client } = strapi.db.connection as unknown as {
      client: {
        acquireConnection(): Promise<{ prepare(sql: string): unknown }>;
        releaseConnection(connection: object): Promise<void>;
      };
    };
    const prepared: string[] = [];
    (globalThis as { prepared?: string[] }).prepared = prepared;
    const connection = await client.acquireConnection();
    const prepare = connection.prepare.bind(connection);
    connection.prepare = (sql) => {
      prepared.push(sql);
      return prepare(sql);
    };
    await client.releaseConnection(connection);
  });

const prepared = () => server.run(() => (globalThis as { prepared?: string[] }).prepared!);

it('the same request prepares no statement twice', async () => {
  const api = await newProject(server);
  const { id } = await fileTicket(api);
  await fileTicket(api);
  await api.get(`/tickets/${id}`).expect(200);
  await countPrepared();
  await fileTicket(api);
  await api.get(`/tickets/${id}`).expect(200);
  // Deliveries and the cron are not part of a request.
  expect((await prepared()).filter((sql) => !sql.includes('webhook'))).toEqual([]);
});

it('a kept statement reads what the schema has become, whoever has changed it', async () => {
  const read = await server.run(async (strapi) => {
    const knex = strapi.db.connection;
    const { client } = knex as unknown as {
      client: { acquireRawConnection(): Promise<{ exec(sql: string): void; close(): void }> };
    };
    const rows: unknown[] = [];
    await knex.schema.createTable('kept', (table) => table.integer('a'));
    await knex('kept').insert({ a: 1 });
    rows.push(await knex('kept').select('*'));
    await knex.schema.alterTable('kept', (table) => table.integer('b').defaultTo(2));
    rows.push(await knex('kept').select('*'));
    const other = await client.acquireRawConnection();
    other.exec('alter table kept add column c default 3');
    other.close();
    rows.push(await knex('kept').select('*'));
    await knex.schema.dropTable('kept');
    rows.push(await knex('kept').select('*').catch(String));
    return rows;
  });
  expect(read).toEqual([
    [{ a: 1 }],
    [{ a: 1, b: 2 }],
    [{ a: 1, b: 2, c: 3 }],
    expect.stringContaining('no such table: kept'),
  ]);
});

it('a pragma takes effect each time, and a statement that failed works with the next values', async () => {
  const answers = await server.run(async (strapi) => {
    const knex = strapi.db.connection;
    const found: unknown[] = [];
    for (const state of ['off', 'on', 'off', 'on']) {
      await knex.raw(`pragma foreign_keys = ${state}`);
      found.push((await knex.raw('pragma foreign_keys'))[0].foreign_keys);
    }
    const add = (id: unknown) => knex.raw('select ? + 1 as sum', [id] as never);
    await add({}).catch(() => found.push('refused'));
    found.push(await add(1), await add(2));
    return found;
  });
  expect(answers).toEqual([0, 1, 0, 1, 'refused', [{ sum: 2 }], [{ sum: 3 }]]);
});

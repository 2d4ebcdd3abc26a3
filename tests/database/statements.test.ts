import { ALL_EVENTS, fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';
import { statementsOf } from '../support/statements';

let server: OwnServer;
let api: Api;

/**
 * How many statements a change takes more than on SQLite, and one of a record that is there. MariaDB and MySQL read the
 * subscriptions once more, and lock a document before Strapi looks for it. PostgreSQL gets three inserts in one.
 */
let [more, locks] = [0, 0];

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
  const client = await server.run((strapi) => strapi.db.dialect.client);
  if (client === 'mysql') [more, locks] = [1, 1];
  if (client === 'postgres') more = -2;
  await subscribe(api, 'https://example.org/', { event_types: ALL_EVENTS });
});
afterAll(() => server.destroy());

describe('a write with a subscription that listens', () => {
  it('files a ticket', async () => {
    const statements = await statementsOf(server, {
      method: 'POST',
      path: '/tickets',
      token: api.token,
      body: { title: 'A ticket', frontmatter: { a: 1 } },
      until: 'entry.create',
    });
    expect(statements).toHaveLength(14 + more);
  });

  it('moves a ticket', async () => {
    const { id } = await fileTicket(api);
    const statements = await statementsOf(server, {
      method: 'PATCH',
      path: `/tickets/${id}`,
      token: api.token,
      body: { status: 'in_progress', frontmatter: { a: 1 } },
      until: 'entry.update',
    });
    expect(statements).toHaveLength(17 + more + locks);
  });

  it('resolves a decision', async () => {
    const { id } = await fileDecision(api);
    const statements = await statementsOf(server, {
      method: 'POST',
      path: `/decisions/${id}/resolve`,
      token: api.token,
      body: { status: 'yes' },
      until: 'entry.update',
    });
    expect(statements).toHaveLength(17 + more + locks);
  });
});

it('reads a ticket, and a page of them, with one statement beside the look-up of the token', async () => {
  const { id } = await fileTicket(api);
  for (const path of [`/tickets/${id}`, '/tickets', '/decisions']) {
    expect(await statementsOf(server, { method: 'GET', path, token: api.token })).toHaveLength(2);
  }
});

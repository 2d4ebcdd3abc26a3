import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { gatherStatistics, indexesOf, multiply } from '../support/plans';
import { startServer, type OwnServer } from '../support/server';
import { statementsOf } from '../support/statements';

const DOUBLINGS = 17;

const OWN_INDEX = /^(primary key|unique index|work_tracking_\w+_documents_idx|wt_\w+_document_id_unique)$/;

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
});
afterAll(() => server.destroy());

/** The request in which a type's rows are asked for by their id, and the names under which v1 has them. */
type Access = readonly [method: 'GET' | 'PATCH' | 'POST' | 'DELETE', path: string, body?: object];

const TYPES: [table: string, make: () => Promise<{ id: string }>, accesses: Access[]][] = [
  [
    'work_tracking_tickets',
    () => fileTicket(api),
    [
      ['GET', '/tickets/:id'],
      ['PATCH', '/tickets/:id', { status: 'in_progress' }],
      ['DELETE', '/tickets/:id'],
    ],
  ],
  [
    'work_tracking_decisions',
    () => fileDecision(api),
    [
      ['GET', '/decisions/:id'],
      ['PATCH', '/decisions/:id', { title: 'Another' }],
      ['POST', '/decisions/:id/resolve', { status: 'yes' }],
      ['DELETE', '/decisions/:id'],
    ],
  ],
  [
    'work_tracking_webhook_deliveries',
    async () => {
      const { id } = await subscribe(api, 'https://example.org/', { event_types: ['ticket.updated'] });
      const { body } = await api.post(`/webhooks/subscriptions/${id}/test`, {}).expect(202);
      return body.delivery;
    },
    [['GET', '/webhooks/deliveries/:id']],
  ],
];

describe.each(TYPES)('of 131,072 rows of one project in %s', (table, make, accesses) => {
  it('one is found by its own index, whether the planner has statistics or not', async () => {
    const { id } = await make();
    await multiply(server, table, DOUBLINGS);
    const found: Record<string, string[]> = {};
    const statements = [];
    for (const [method, path, body] of accesses) {
      const own = { method, path: path.replace(':id', id), token: api.token, ...(body ? { body } : {}) };
      for (const statement of await statementsOf(server, own)) {
        const asksFor = new RegExp(`(from|update) \\S*["\`]${table}["\`]`).test(statement.sql);
        if (asksFor) statements.push({ name: `${method} ${path}: ${statement.sql}`, statement });
      }
    }
    for (const prepare of [() => Promise.resolve(), () => gatherStatistics(server, table)]) {
      await prepare();
      for (const { name, statement } of statements) found[name] = await indexesOf(server, table, statement);
      const ownIndexes = Object.values(found).flat();
      expect(ownIndexes.length).toBeGreaterThanOrEqual(accesses.length);
      for (const index of ownIndexes) expect(index).toMatch(OWN_INDEX);
    }
  });
});

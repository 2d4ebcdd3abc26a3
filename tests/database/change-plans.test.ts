import { newProject, v1 } from '../support/api';
import { insertManyRows } from '../support/many-rows';
import { analyze, plansOf, rememberStatements } from '../support/query-plans';
import { startServer } from '../support/server';

const TABLE = 'work_tracking_audit_entries';
const COUNT = 50_000;
/** As many as may be sorted. */
const FEW = 500;

it('a page of changes is read in the order of their numbers, where one of them is large, too', async () => {
  const server = await startServer();
  const api = await newProject(server);
  const project_id = await server.run(
    async (strapi, key) =>
      (await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } })).id as number,
    api.projectKey,
  );
  await insertManyRows(server, [
    {
      table: TABLE,
      count: COUNT,
      columns: {
        document_id: "'entry-' || text(n)",
        project_id: String(project_id),
        project_key: "'a'",
        venture_key: "'a'",
        seq: 'n + 1000',
        action: "'token.issued'",
        actor_type: "'system'",
        actor_id: "'system'",
        target_type: "'token'",
        target_id: "'token-1'",
        at: 'ago(n)',
      },
    },
  ]);
  // Longer than its share of a page.
  await server.run(
    async (strapi, { table, changes }) => {
      await strapi.db.connection(table).where({ seq: 5010 }).update({ changes });
    },
    { table: TABLE, changes: JSON.stringify({ name: { from: null, to: 'x'.repeat(1_000_000) } }) },
  );
  await rememberStatements(server);
  // The inserted values are not as the OpenAPI document describes them.
  const { get } = v1({ url: server.url, description: undefined }, api.token);
  const { body } = await get('/changes?after=5000&limit=100').expect(200);
  expect(body.changes).toHaveLength(100);
  for (const prepare of [() => Promise.resolve(), () => analyze(server, [TABLE])]) {
    await prepare();
    const plans = await plansOf(server, [TABLE], FEW);
    const inOrder = plans.filter(({ sql }) => /order by \S*seq\W* asc.* limit /.test(sql));
    expect(inOrder.map(({ sql }) => / as .?bytes/.test(sql))).toEqual([false, true]);
    expect(inOrder.flatMap(({ costs }) => costs)).toEqual([]);
  }
  await server.destroy();
});

import { newProject, subscribe } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { runJob } from '../support/jobs';
import { startServer } from '../support/server';

const DAY_MS = 24 * 60 * 60 * 1000;

const ended = (state: string, days: number) => ({ state, createdAt: Date.now() - days * DAY_MS });

it('deletes what has ended long enough ago, with its attempts, and nothing else (docs/settings.md)', async () => {
  const server = await startServer({
    env: { DELIVERY_RETENTION_DAYS: '30', DELIVERY_DEAD_RETENTION_DAYS: '90' },
  });
  try {
    const api = await newProject(server);
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    const kept = [ended('delivered', 29), ended('cancelled', 29), ended('dead', 89), ended('held', 89)];
    const old = [ended('delivered', 31), ended('cancelled', 31), ended('dead', 91), ended('held', 91)];
    const keptIds = await insertDeliveries(server, id, kept);
    await insertDeliveries(server, id, [
      ...old,
      ...Array.from({ length: 600 }, () => ended('delivered', 40)),
    ]);
    await server.run(async (strapi) => {
      const deliveries = strapi.db.connection('work_tracking_webhook_deliveries');
      const rows: { id: number }[] = await deliveries.select('id');
      const attempts = rows.map((row) => ({
        delivery_id: row.id,
        number: 1,
        document_id: `attempt-${row.id}`,
      }));
      await strapi.db.connection.batchInsert('work_tracking_webhook_attempts', attempts, 50);
    });
    await runJob(server, 'prune');
    const left = await server.run(async (strapi) => {
      const count = async (table: string) =>
        Number((await strapi.db.connection(table).count({ n: '*' }))[0]!.n);
      const ids = await strapi.db.connection('work_tracking_webhook_deliveries').select('document_id');
      return {
        ids: ids.map((row: { document_id: string }) => row.document_id),
        attempts: await count('work_tracking_webhook_attempts'),
      };
    });
    expect(left.ids.sort()).toEqual([...keptIds].sort());
    expect(left.attempts).toBe(kept.length);
  } finally {
    await server.destroy();
  }
});

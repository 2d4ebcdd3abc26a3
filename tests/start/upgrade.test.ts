import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { createDatabase } from '../support/database';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';
import { expectAllDeliveries, expectNumbers, type OldDelivery } from '../support/upgraded';

/**
 * The data that the last release has written on SQLite: three tickets, of which the events of one have arrived, those
 * of one have failed once and those of one were being sent when the process was killed; the held deliveries of a
 * subscription; a role that reads the bodies of deliveries.
 */
const DUMP = path.join(__dirname, 'last-release.sql.gz');

it('a database that the last release has written comes up with all of its deliveries', async () => {
  const receiver = await startReceiver();
  const database = await createDatabase({ empty: true });
  const file = new Database(database.env.DATABASE_FILENAME);
  file.exec(gunzipSync(await readFile(DUMP)).toString('utf8'));
  file.prepare('update work_tracking_webhook_subscriptions set url = ?').run(receiver.url);
  // Nothing is due until the description of events is known.
  file
    .prepare('update work_tracking_webhook_deliveries set due_at = ? where due_at is not null')
    .run(Date.now() + 60 * 60 * 1000);
  const { key } = file.prepare('select key from work_tracking_projects').get() as { key: string };
  const tickets = file
    .prepare('select document_id from work_tracking_tickets order by created_at, id')
    .all() as { document_id: string }[];
  const deliveries = file.prepare('select * from work_tracking_webhook_deliveries').all() as OldDelivery[];
  file.close();
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(
    new Set(['delivered', 'pending', 'sending', 'held']),
  );

  const server = await startServer({ database });
  await expectAllDeliveries(server, receiver, key, deliveries);
  await expectNumbers(
    server,
    key,
    tickets.map(({ document_id: id }) => id),
  );
  await server.destroy();
  await receiver.close();
});

import type { Core } from '@strapi/types';
import { tableName, tableOf } from '../database/tables';
import { registerMigration } from '../host/migrations';
import { ADMIN_PERMISSION, DELIVERY, EVENT, READ_CONTENT } from '../uids';

/** Deliveries had a copy of their event's body each; Strapi would drop that column with what it holds. */
const OLD_COLUMN = 'body';
const KEPT_COLUMN = 'body_of_event';

/** Small, so that no statement takes long. */
const BATCH = 1000;

/**
 * Keeps the bodies of a database from before events had a table, until `giveEventsTheirBodies` has moved them: Strapi
 * leaves columns alone that it has not made.
 */
export const keepBodiesOfDeliveries = (strapi: Core.Strapi): Promise<void> =>
  registerMigration(strapi, 'work-tracking-02-bodies-of-events', async (transaction, db) => {
    const { tableName: deliveries } = db.metadata.get(DELIVERY);
    if (!(await transaction.schema.hasTable(deliveries))) return;
    if (!(await transaction.schema.hasColumn(deliveries, OLD_COLUMN))) return;
    await transaction.schema.alterTable(deliveries, (table) => {
      table.renameColumn(OLD_COLUMN, KEPT_COLUMN);
    });
  });

/** Stores each event once, with the body of its first delivery, and lets the roles that read bodies read events. */
export async function giveEventsTheirBodies(strapi: Core.Strapi): Promise<void> {
  const { connection, metadata } = strapi.db;
  if (!(await connection.schema.hasColumn(metadata.get(DELIVERY).tableName, KEPT_COLUMN))) return;
  const { last } = (await tableOf(strapi, DELIVERY).max({ last: 'id' }).first()) as { last: number | null };
  for (let first = 1; first <= (last ?? 0); first += BATCH) {
    await storeEventsOf(strapi, first, first + BATCH - 1);
  }
  await letRolesReadEvents(strapi);
  await connection.raw('alter table ?? drop column ??', [tableName(strapi, DELIVERY), KEPT_COLUMN]);
}

/** Stores the events of the deliveries with these row ids that are not stored yet. */
async function storeEventsOf(strapi: Core.Strapi, firstId: number, lastId: number): Promise<void> {
  const { connection } = strapi.db;
  const firstOfEvents = tableOf(strapi, DELIVERY)
    .min('id')
    .whereBetween('id', [firstId, lastId])
    .groupBy('event_id');
  const eventId = connection.ref(`${strapi.db.metadata.get(DELIVERY).tableName}.event_id`);
  const stored = tableOf(strapi, EVENT).where('document_id', eventId).select(connection.raw('1'));
  const columns = {
    document_id: 'event_id',
    project_id: 'project_id',
    type: 'event_type',
    target_id: 'target_id',
    body: KEPT_COLUMN,
    created_at: 'created_at',
    updated_at: 'created_at',
    published_at: 'created_at',
  };
  const events = tableOf(strapi, DELIVERY)
    .select(Object.values(columns))
    .whereIn('id', firstOfEvents)
    .whereNotExists(stored);
  const names = Object.keys(columns);
  const into = connection.raw(`?? (${names.map(() => '??').join(', ')})`, [
    tableName(strapi, EVENT),
    ...names,
  ]);
  await connection(into as never).insert(events as never);
}

interface Permission {
  action: string;
  properties: { fields?: string[] };
  conditions: string[];
  role: { id: number } | null;
}

/** The body was a field of deliveries. */
async function letRolesReadEvents(strapi: Core.Strapi): Promise<void> {
  const permissions = strapi.db.query(ADMIN_PERMISSION);
  const toRead = (subject: string): Promise<Permission[]> =>
    permissions.findMany({ where: { action: READ_CONTENT, subject }, populate: { role: true } });
  // A start that was killed may have given them to some already.
  const given = new Set((await toRead(EVENT)).map(({ role }) => role?.id));
  for (const { action, properties, conditions, role } of await toRead(DELIVERY)) {
    if (!role || given.has(role.id) || !properties.fields?.includes(OLD_COLUMN)) continue;
    const fields = [
      'type',
      'body',
      ...['project', 'targetId'].filter((name) => properties.fields?.includes(name)),
    ];
    await permissions.create({
      data: { action, subject: EVENT, properties: { ...properties, fields }, conditions, role: role.id },
    });
  }
}

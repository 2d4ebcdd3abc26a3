import type { Core } from '@strapi/types';
import { tableName, tableOf } from '../database/tables';
import { registerMigration } from '../host/migrations';
import { CONTENT_REFERENCE, DECISION, SIGNATURE, TICKET } from '../uids';

/**
 * What belongs to a record held the number of its row, which is another one after a transfer to another database. Strapi
 * would drop these columns with what they hold.
 */
const OLD_COLUMNS = [
  { uid: SIGNATURE, column: 'decision_row' },
  { uid: CONTENT_REFERENCE, column: 'target_row' },
  { uid: CONTENT_REFERENCE, column: 'target_type' },
];

const OLD_INDEXES = [
  'wt_signatures_decision_row_index',
  'wt_content_project_id_entry_created_at_target_index',
  'wt_content_entry_id_target_index',
  'wt_content_target_index',
];

const keptName = (column: string): string => `kept_${column}`;

/**
 * In MySQL and MariaDB a foreign key has an index, also while the one that it has is replaced. There it is made and
 * dropped in one statement with what tells whether that was done, since a start may be killed.
 */
const INDEX_MEANWHILE = 'kept_project_id';

const isMysql = ({ dialect }: Core.Strapi['db']): boolean => dialect.client === 'mysql';

/** Keeps them until `giveRowsTheirRecords` has used them: Strapi leaves alone what it has not made. */
export const keepRowNumbers = (strapi: Core.Strapi): Promise<void> =>
  registerMigration(strapi, 'work-tracking-04-row-numbers', async (transaction, db) => {
    for (const { uid, column } of OLD_COLUMNS) {
      const { tableName: name } = db.metadata.get(uid);
      if (!(await transaction.schema.hasTable(name))) continue;
      if (!(await transaction.schema.hasColumn(name, column))) continue;
      if (column === 'target_row' && isMysql(db)) {
        const names = [name, column, keptName(column), INDEX_MEANWHILE];
        await transaction.raw('alter table ?? change ?? ?? int not null, add index ?? (project_id)', names);
        continue;
      }
      await transaction.schema.alterTable(name, (table) => {
        table.renameColumn(column, keptName(column));
      });
    }
  });

const RECORDS = [
  { uid: SIGNATURE, number: 'decision_row', type: undefined, record: DECISION, column: 'decision_id' },
  { uid: CONTENT_REFERENCE, number: 'target_row', type: 'ticket', record: TICKET, column: 'ticket_id' },
  { uid: CONTENT_REFERENCE, number: 'target_row', type: 'decision', record: DECISION, column: 'decision_id' },
];

/** Relates each of these rows to its record, where the record is there. */
export async function giveRowsTheirRecords(strapi: Core.Strapi): Promise<void> {
  const { connection, metadata } = strapi.db;
  const isKept = (uid: string, column: string) =>
    connection.schema.hasColumn(metadata.get(uid).tableName, keptName(column));
  for (const { uid, number, type, record, column } of RECORDS) {
    if (!(await isKept(uid, number))) continue;
    const rows = tableOf(strapi, uid).whereIn(keptName(number), tableOf(strapi, record).select('id'));
    if (type !== undefined) void rows.where(keptName('target_type'), type);
    await rows.update({ [column]: connection.ref(keptName(number)) });
  }
  // SQLite drops no column that an index has; the others drop it from the index.
  if (strapi.db.dialect.client === 'sqlite') {
    for (const index of OLD_INDEXES) await connection.raw('drop index if exists ??', [index]);
  }
  for (const { uid, column } of OLD_COLUMNS) {
    if (!(await isKept(uid, column))) continue;
    const names = [tableName(strapi, uid), keptName(column)];
    if (column === 'target_row' && isMysql(strapi.db)) {
      await connection.raw('alter table ?? drop column ??, drop index ??', [...names, INDEX_MEANWHILE]);
    } else await connection.raw('alter table ?? drop column ??', names);
  }
}

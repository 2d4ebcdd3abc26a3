import type { Core } from '@strapi/types';
import { configOf } from '../config';
import { speakUtcOnMysql } from '../host/driver-times';
import { registerMigration } from '../host/migrations';
import { beforeTables, type Column } from '../host/tables';
import { isUtc, offsetsOf, processZone, type ZoneOffset } from './zone-offsets';

type Knex = Core.Strapi['db']['connection'];

/** A time that the drivers read as what it is in UTC, in the zone of the process, or in one that was set. */
const SAMPLE = '2026-07-01T12:00:00';

/** Of Strapi's times: digits of a second. */
const PRECISION = 6;

/**
 * Has the times of these types be right in every zone that a process runs in. Strapi's columns of PostgreSQL and MySQL
 * have no zone, and their drivers take the one of the process. Here PostgreSQL's have one, and MySQL's driver speaks UTC.
 * What an older version has stored is put into UTC once. Must run before the database is opened.
 */
export async function keepTimesInUtc(strapi: Core.Strapi, types: readonly string[]): Promise<void> {
  const isOwn = (table: string) => types.some((uid) => strapi.db.metadata.get(uid).tableName === table);
  speakUtcOnMysql(strapi, isOwn);
  if (strapi.db.dialect.client === 'sqlite') return;
  if (isPostgres(strapi)) {
    beforeTables(strapi, ({ name, columns }) => (isOwn(name) ? { columns: columns.map(withZone) } : {}));
  }
  await registerMigration(strapi, 'work-tracking-07-times-in-utc', async (transaction, db) => {
    const { formerTimeZone: named } = configOf(strapi);
    const zone = named || (await zoneOfDriver(transaction, typeOf(strapi).name));
    const offsets = isUtc(zone) ? [] : offsetsOf(zone);
    // A process in UTC reads all of them so, not only ours.
    const isMoved = named !== '' && isUtc(processZone());
    const tables = [...db.metadata.values()].map(({ tableName }) => tableName);
    for (const table of tables.filter((name) => isMoved || isOwn(name))) {
      const columns = await columnsWithoutZone(strapi, transaction, table);
      if (columns.length === 0) continue;
      if (offsets.length > 0) await putIntoUtc(strapi, transaction, { table, columns, offsets });
      if (isPostgres(strapi) && isOwn(table)) await giveZone(transaction, table, columns);
    }
  });
}

/**
 * Warns when the driver stores Strapi's own times in a zone whose clocks are changed, or that another process may not
 * have: they are the application's, and stay as they are.
 */
export async function warnOfLocalTimes(strapi: Core.Strapi): Promise<void> {
  if (strapi.db.dialect.client === 'sqlite') return;
  const zone = await zoneOfDriver(strapi.db.connection, typeOf(strapi).name);
  if (isUtc(zone)) return;
  strapi.log.warn(
    `This process runs in ${zone}, and the database's driver stores the times of Strapi and of the application's ` +
      'content types in that zone: an hour of each autumn is stored like the one before it, and a process in another ' +
      'zone reads them shifted. Work Tracking stores its own in UTC. A new application starts best with TZ=UTC.',
  );
}

const isPostgres = (strapi: Core.Strapi): boolean => strapi.db.dialect.client === 'postgres';

/** Strapi's type of a time, by its names in SQL and in the catalogue, and so many seconds. */
const TYPES_OF_TIMES = {
  postgres: {
    name: 'timestamp',
    catalogued: 'timestamp without time zone',
    interval: (seconds: string) => `${seconds} * interval '1 second'`,
  },
  mysql: {
    name: 'datetime',
    catalogued: 'datetime',
    interval: (seconds: string) => `interval ${seconds} second`,
  },
};

const typeOf = (strapi: Core.Strapi) => TYPES_OF_TIMES[isPostgres(strapi) ? 'postgres' : 'mysql'];

const withZone: (column: Column) => Column = (column) =>
  ['datetime', 'timestamp'].includes(column.type)
    ? { ...column, args: [{ useTz: true, precision: PRECISION }] }
    : column;

/** The process's where the driver goes by it; the application may have set another, which is then left alone. */
async function zoneOfDriver(knex: Knex, type: string): Promise<string> {
  const { time } = (await knex.select({ time: knex.raw(`cast(? as ${type})`, [SAMPLE]) }).first()) as {
    time: Date;
  };
  return time.getTime() === new Date(SAMPLE).getTime() ? processZone() : 'UTC';
}

/** The columns of a table, if it is there, whose times have no zone. */
async function columnsWithoutZone(strapi: Core.Strapi, knex: Knex, table: string): Promise<string[]> {
  const schema = isPostgres(strapi) ? (strapi.db.getSchemaName() ?? 'public') : knex.raw('database()');
  const rows: { name: string }[] = await knex('information_schema.columns')
    // MySQL 8 names what has no other name in capitals.
    .select({ name: 'column_name' })
    .where({ table_schema: schema, table_name: table, data_type: typeOf(strapi).catalogued });
  return rows.map(({ name }) => name);
}

interface Stored {
  table: string;
  columns: readonly string[];
  /** Of the zone in which they were written. */
  offsets: readonly ZoneOffset[];
}

async function putIntoUtc(
  strapi: Core.Strapi,
  knex: Knex,
  { table, columns, offsets }: Stored,
): Promise<void> {
  const cases = offsets.map(({ seconds, until }) =>
    until ? `when ?? < '${until}' then ${seconds}` : `else ${seconds}`,
  );
  const seconds = `(case ${cases.join(' ')} end)`;
  const places = offsets.filter(({ until }) => until !== undefined).length;
  const changes = columns.map((column) => {
    const names = Array<string>(places).fill(column);
    return [column, knex.raw(`?? - ${typeOf(strapi).interval(seconds)}`, [column, ...names])];
  });
  await knex(table).update(Object.fromEntries(changes));
}

/** PostgreSQL does not write the rows anew for it where the session is in UTC. */
async function giveZone(knex: Knex, table: string, columns: readonly string[]): Promise<void> {
  await knex.raw("set local time zone 'UTC'");
  const changes = columns.map(() => `alter column ?? type timestamptz(${PRECISION})`);
  await knex.raw(`alter table ?? ${changes.join(', ')}`, [table, ...columns]);
}

import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';
import { closeConnection, onConnect, openConnection } from './raw-connections';

/** The parts of a connection of mysql2 that are used here. */
interface MysqlConnection {
  config: { timezone: string };
  query(statement: { sql: string }, ...rest: unknown[]): unknown;
}

/** The first table of a statement: the one that it reads or writes. */
const FIRST_TABLE = /\b(?:from|into|update)\s+(?:`[^`]+`\.)?`([^`]+)`/i;

/** The driver's names of zones. */
const LOCAL = 'local';
const UTC = 'Z';

/**
 * Has MySQL's driver write and read the times of these tables in UTC. By itself it does so in the zone of the process:
 * an hour comes twice a year, and two processes in two zones read different times. One whose zone the application has
 * set is left as it is. Must run before a connection is opened.
 */
export function speakUtcOnMysql(strapi: Core.Strapi, isInUtc: (table: string) => boolean): void {
  if (strapi.db.dialect.client !== 'mysql') return;
  onConnect(strapi, (opened) => {
    const connection = opened as MysqlConnection;
    assertMethods(strapi, "mysql2's connection", connection, ['query']);
    assertKnown(
      strapi,
      "mysql2's connection.config.timezone",
      typeof connection.config.timezone === 'string',
    );
    if (connection.config.timezone !== LOCAL) return;
    const query = connection.query.bind(connection);
    connection.query = (statement, ...rest) => {
      const table = FIRST_TABLE.exec(statement.sql)?.[1];
      if (table === undefined || !isInUtc(table)) return query(statement, ...rest);
      // The values are written into the statement at once, by this; the rows are read by the statement's own.
      connection.config.timezone = UTC;
      try {
        return query({ ...statement, timezone: UTC } as typeof statement, ...rest);
      } finally {
        connection.config.timezone = LOCAL;
      }
    };
  });
}

/** A time as a column without a zone has it, and as it is in UTC. */
const SAMPLE = { stored: '2026-07-01 12:00:00', time: new Date('2026-07-01T12:00:00Z') };

/** Must run once the tables are there. @throws Error when mysql2 takes the zone from elsewhere */
export async function checkDriverTimes(strapi: Core.Strapi, uid: string): Promise<void> {
  if (strapi.db.dialect.client !== 'mysql') return;
  const connection = await openConnection<MysqlConnection>(strapi);
  const isSet = connection.config.timezone !== LOCAL;
  await closeConnection(strapi, connection);
  if (isSet) return;
  const { tableName } = strapi.db.metadata.get(uid);
  const [[row]] = (await strapi.db.connection.raw(
    'select cast(? as char(19)) as `written`, cast(? as datetime) as `read` from (select count(*) from ??) as `one`',
    [SAMPLE.time, SAMPLE.stored, tableName],
  )) as [[{ written: string; read: Date }]];
  const isKnown = row.written === SAMPLE.stored && row.read.getTime() === SAMPLE.time.getTime();
  assertKnown(strapi, 'the zone in which mysql2 writes and reads a time', isKnown);
}

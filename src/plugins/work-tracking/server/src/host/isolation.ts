import type { Core } from '@strapi/types';
import { onConnect } from './raw-connections';

/** The part of a connection of PostgreSQL's driver that is used here. */
interface Connection {
  query(sql: string): Promise<{ rows: { given: string }[] }>;
}

const SET_LEVEL = `select current_setting('default_transaction_isolation') as given,
  set_config('default_transaction_isolation', 'read committed', false)`;

/**
 * Has PostgreSQL's transactions read what is committed, where a database or a user has another default: of two changes
 * of a row at once, the second is to see what the first has written. By `repeatable read` it would fail, by every door;
 * Strapi does not run it again. A transaction that names its own level keeps that. Must run before a connection is
 * opened.
 */
export function readCommittedOnPostgres(strapi: Core.Strapi): void {
  if (strapi.db.dialect.client !== 'postgres') return;
  let isTold = false;
  onConnect(strapi, async (connection) => {
    const { rows } = await (connection as Connection).query(SET_LEVEL);
    const [{ given } = { given: '' }] = rows;
    if (isTold || given === 'read committed') return;
    isTold = true;
    strapi.log.warn(
      `PostgreSQL begins this user's transactions with "${given}". This application's connections use "read committed": ` +
        'its writes wait for one another and would fail otherwise.',
    );
  });
}

import type { Core } from '@strapi/types';

/** The parts that are used here of knex's client for SQLite, and of its connection. */
interface Client {
  _query(connection: Preparing, query: object): Promise<unknown>;
}
interface Preparing {
  prepare(sql: string): unknown;
}

/**
 * Changes how Strapi's connection to SQLite prepares its statements.
 *
 * Those of the last texts are kept: knex prepares each query anew, which takes longer than many a query. SQLite itself
 * prepares a kept one again when the schema has changed.
 *
 * Every transaction waits for the right to write when it begins. By SQLite's default it waits at its first write, and
 * one that has read before fails there at once, however long it could have waited, when another process has written
 * since: a command beside a busy server, or the server beside a command.
 */
export function keepSqliteStatements(strapi: Core.Strapi): void {
  if (strapi.db.dialect.client !== 'sqlite') return;
  const client = strapi.db.connection.client as Client;
  const keptBy = new WeakMap<Preparing, KeptStatements>();
  // A class, because knex makes the client of a transaction from the prototype of this one's.
  class KeepingClient extends (client.constructor as new () => Client) {
    override _query(connection: Preparing, query: object): Promise<unknown> {
      let kept = keptBy.get(connection);
      if (!kept) keptBy.set(connection, (kept = new KeptStatements(connection)));
      return super._query(kept, query);
    }
  }
  Object.setPrototypeOf(client, KeepingClient.prototype);
}

/** A request has some ten to twenty texts, and most requests have the same. */
const MAX_STATEMENTS = 500;
/** Longer ones, as of many rows, take more memory and come less often. */
const MAX_TEXT = 4000;
/** Others, such as a pragma, may take effect where they are prepared, or change what others mean. */
const KEPT = /^(select|insert|update|delete|begin|commit)\b/i;

/** The prepared statements of one connection, the ones used last. Only knex uses them, each to its end at once. */
class KeptStatements implements Preparing {
  private readonly statements = new Map<string, unknown>();

  constructor(private readonly connection: Preparing) {}

  prepare(sql: string): unknown {
    const statement = this.statements.get(sql) ?? this.connection.prepare(withWriteLock(sql));
    if (sql.length > MAX_TEXT || !KEPT.test(sql)) return statement;
    this.statements.delete(sql);
    this.statements.set(sql, statement);
    const [oldest] = this.statements.keys();
    if (oldest !== undefined && this.statements.size > MAX_STATEMENTS) this.statements.delete(oldest);
    return statement;
  }
}

const withWriteLock = (sql: string) => (sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : sql);

import type { Knex } from 'knex';

/** The parts of a knex query that Strapi's query builder uses when it executes one. */
export interface KnexQuery extends PromiseLike<unknown> {
  transacting(transaction: Knex.Transaction): unknown;
}

/** A query whose result goes through `change`. */
export const afterwards = (query: KnexQuery, change: (result: unknown) => unknown): KnexQuery => ({
  transacting: (transaction) => query.transacting(transaction),
  then: (resolve, reject) => query.then(change).then(resolve, reject),
});

/** A query that has its result already, and asks no database. */
export const answering = (result: unknown): KnexQuery => ({
  transacting: () => undefined,
  then: (resolve, reject) => Promise.resolve(result).then(resolve, reject),
});

import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { assertKnown, assertMethods } from './known';

/** The parts of a knex query that Strapi's query builder uses when it executes one. */
export interface KnexQuery extends PromiseLike<unknown> {
  transacting(transaction: Knex.Transaction): unknown;
}

export type StrapiQuery = ReturnType<Core.Strapi['db']['queryBuilder']>;

/** The steps by which Strapi makes a query that it can execute. */
interface Making {
  make: () => Knex.QueryBuilder;
  /** Prepares only the reading of the rows that come back. */
  prepare: () => void;
}

/** Has Strapi execute another query than its own. */
export function replaceKnexQuery(query: StrapiQuery, replace: (making: Making) => KnexQuery): void {
  const make = query.getKnexQuery.bind(query);
  const prepare = query.processState.bind(query);
  query.getKnexQuery = () => replace({ make, prepare }) as never;
}

/** Has Strapi execute what `change` makes of the knex query that it would execute. */
export const changeKnexQuery = (query: StrapiQuery, change: (made: Knex.QueryBuilder) => KnexQuery): void =>
  replaceKnexQuery(query, ({ make }) => change(make()));

/** The knex query that Strapi would execute, to be part of another one. */
export const knexQueryOf = (query: StrapiQuery): Knex.QueryBuilder => query.getKnexQuery();

/** A query whose result goes through `change`. */
export const afterwards = (query: KnexQuery, change: (result: unknown) => unknown): KnexQuery => ({
  transacting: (transaction) => query.transacting(transaction),
  then: (resolve, reject) => query.then(change).then(resolve, reject),
});

/** Must run once the types are loaded. @throws Error when Strapi's query builder executes something else */
export async function checkQueries(strapi: Core.Strapi, uid: string): Promise<void> {
  const query = strapi.db.queryBuilder(uid).select('id').limit(1);
  assertMethods(strapi, 'strapi.db.queryBuilder()', query, ['getKnexQuery', 'processState']);
  let isExecuted = false;
  changeKnexQuery(query, (made) => {
    isExecuted = true;
    return made;
  });
  await query.execute();
  assertKnown(strapi, 'what strapi.db.queryBuilder() executes', isExecuted);
}

import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { replaceKnexQuery, type KnexQuery } from '../host/queries';
import { memoizePerInstance } from './memoize-per-instance';
import { rowsOf } from './raw-query';

interface Asked {
  documentId: string;
  columns: readonly string[];
  /** SQL of a further column. */
  further: (alias: string) => Knex.Raw;
  /** The same for each query of the type that has these columns. */
  populate: Record<string, unknown> | undefined;
}

interface Text {
  sql: string;
  bindings: readonly unknown[];
}

/** The texts that are known, by type and columns. */
const textsOf = memoizePerInstance((_strapi: Core.Strapi) => new Map<string, Text>());

/** Stands in a text for the document id that is asked for. */
const DOCUMENT_ID = '<document id>';

/**
 * Reads a row by its document id, outside of a transaction, and maps it as Strapi does. The text of the query is made
 * once: knex takes longer to make it than SQLite takes to run it.
 * @returns null when there is no such row
 */
export async function readByDocumentId<Row>(
  strapi: Core.Strapi,
  uid: string,
  { documentId, columns, further, populate }: Asked,
): Promise<Row | null> {
  const query = strapi.db.queryBuilder(uid);
  replaceKnexQuery(query, ({ make, prepare }) => {
    const texts = textsOf(strapi);
    const key = [uid, ...columns].join();
    let text = texts.get(key);
    if (text) prepare();
    else texts.set(key, (text = textOf(make(), documentId)));
    return asking(strapi, text, documentId);
  });
  return query
    .select([...columns, further(query.alias) as never])
    .where({ documentId })
    .populate(populate)
    .first()
    .execute<Row | null>();
}

function textOf(query: Knex.QueryBuilder, documentId: string): Text {
  const { sql, bindings } = query.toSQL();
  return { sql, bindings: bindings.map((value) => (value === documentId ? DOCUMENT_ID : value)) };
}

/** A query that is run when it is waited for, as knex's are. */
const asking = (strapi: Core.Strapi, { sql, bindings }: Text, documentId: string): KnexQuery => ({
  transacting: () => undefined,
  then: (resolve, reject) =>
    rowsOf(
      strapi,
      sql,
      bindings.map((value) => (value === DOCUMENT_ID ? documentId : value)),
    )
      .then(([row]) => row)
      .then(resolve, reject),
});

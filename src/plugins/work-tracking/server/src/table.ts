import type { Core } from '@strapi/types';

/** A query on a type's table, in the schema that Strapi is configured for; join a transaction with `.transacting()`. */
export const tableOf = (strapi: Core.Strapi, uid: string) =>
  strapi.db.getConnection(strapi.db.metadata.get(uid).tableName);

/** The handle of a running transaction, as `strapi.db.transaction()` gives it. */
export type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

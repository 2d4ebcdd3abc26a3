import type { Core } from '@strapi/types';

/** The rows that a statement finds. Each driver answers them in a form of its own. */
export async function rowsOf<Row>(
  strapi: Core.Strapi,
  sql: string,
  bindings: readonly unknown[],
): Promise<Row[]> {
  const answer: unknown = await strapi.db.connection.raw(sql, bindings as never);
  switch (strapi.db.dialect.client) {
    case 'postgres':
      return (answer as { rows: Row[] }).rows;
    case 'mysql':
      return (answer as [Row[]])[0];
    default:
      return answer as Row[];
  }
}

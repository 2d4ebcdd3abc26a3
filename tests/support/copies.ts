import type { TestServer } from './server';

/** More options than the design system's lists draw one and all. */
const COPIES = 101;

interface Original {
  table: string;
  /** Public id. */
  id: string;
  /** The column that tells the copies apart. */
  named: string;
}

/** Does something while there are more than a hundred copies of a row in its table. */
export async function withCopies(
  server: TestServer,
  original: Original,
  act: () => Promise<void>,
): Promise<void> {
  await server.run(
    async (strapi, { table, id, named, count }) => {
      const { id: _id, ...row } = await strapi.db.connection(table).where({ document_id: id }).first();
      const copies = Array.from({ length: count }, (_, index) => ({
        ...row,
        document_id: `${id}-${index}`,
        [named]: `${row[named]}-${index}`,
      }));
      await strapi.db.connection.batchInsert(table, copies, 50);
    },
    { ...original, count: COPIES },
  );
  try {
    await act();
  } finally {
    await server.run(
      (strapi, { table, id }) => strapi.db.connection(table).where('document_id', 'like', `${id}-%`).delete(),
      original,
    );
  }
}

import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

/** An index or a foreign key of a table that Strapi is about to make. */
export interface Index {
  name: string;
  columns: string[];
  type?: string;
}

/** A column as Strapi describes it to knex. */
export interface Column {
  name: string;
  type: string;
  args: unknown[];
}

/** A table that Strapi is about to make, or to bring into this form. */
export interface Table {
  name: string;
  columns: Column[];
  indexes: Index[];
  foreignKeys: Index[];
}

interface Hook {
  register(handler: () => void): void;
}

/**
 * Changes what Strapi makes of the content types in the database, just before it does so.
 * @param change is given each table, and returns the parts that become others
 */
export function beforeTables(strapi: Core.Strapi, change: (table: Table) => Partial<Table>): void {
  const name = 'strapi::content-types.beforeSync';
  const hook = strapi.hook(name) as Hook;
  assertMethods(strapi, `the hook ${name}`, hook, ['register']);
  hook.register(() => {
    const { tables } = strapi.db.schema.schema as unknown as { tables: Table[] | undefined };
    const isKnown = tables?.every((table) =>
      [table.columns, table.indexes, table.foreignKeys].every(Array.isArray),
    );
    assertKnown(strapi, 'strapi.db.schema.schema.tables', isKnown === true);
    for (const table of tables ?? []) Object.assign(table, change(table));
  });
}

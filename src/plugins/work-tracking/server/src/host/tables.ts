import type { Core } from '@strapi/types';
import { assertKnown, assertMethods } from './known';

/** An index or a foreign key of a table that Strapi is about to make. */
export interface Index {
  name: string;
  columns: string[];
  type?: string;
}

/** A table that Strapi is about to make, or to bring into this form. */
export interface Table {
  name: string;
  indexes: Index[];
  foreignKeys: Index[];
}

interface Hook {
  register(handler: () => void): void;
}

/** Changes what Strapi makes of the content types in the database, just before it does so. */
export function changeTables(strapi: Core.Strapi, change: (tables: Table[]) => void): void {
  const name = 'strapi::content-types.beforeSync';
  const hook = strapi.hook(name) as Hook | undefined;
  assertMethods(strapi, `the hook ${name}`, Object(hook) as object, ['register']);
  hook?.register(() => {
    const { tables } = strapi.db.schema.schema as unknown as { tables: Table[] | undefined };
    const isKnown = tables?.every(({ indexes, foreignKeys }) => [indexes, foreignKeys].every(Array.isArray));
    assertKnown(strapi, 'strapi.db.schema.schema.tables', isKnown === true);
    change(tables ?? []);
  });
}

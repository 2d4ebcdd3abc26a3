import type { Core } from '@strapi/types';
import { assertMethods } from './known';

type Database = Core.Strapi['db'];
type Knex = Database['connection'];
type Migrate = (transaction: Knex, db: Database) => Promise<void>;

/** Strapi's migrations, as far as they are used here. */
interface Migrations {
  providers: {
    internal: { register(migration: { name: string; up: Migrate; down: Migrate }): Promise<void> };
  };
}

/**
 * Registers a change of stored data that is made once, before Strapi changes the tables. It also runs on an empty
 * database, where there is no table yet.
 * @param name `work-tracking-` and a number, in the order in which they are made
 */
export async function registerMigration(strapi: Core.Strapi, name: string, up: Migrate): Promise<void> {
  const { providers } = strapi.db.migrations as unknown as Migrations;
  assertMethods(strapi, 'strapi.db.migrations.providers.internal', providers.internal, ['register']);
  await providers.internal.register({ name, up, down: () => Promise.resolve() });
}

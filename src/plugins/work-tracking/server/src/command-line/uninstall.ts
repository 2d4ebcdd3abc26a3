import type { Core } from '@strapi/types';
import { PROJECT_BINDING } from '../access/bindings';
import { customFields } from '../records/custom-fields';
import { API_TOKEN, isOwnType, OWN_TYPES, USER } from '../uids';
import { nextSchemas, type NextAttribute, type NextSchema } from './schema-files';

/** A relation, or a custom field of the plugin's. */
export interface Reference {
  uid: string;
  attribute: string;
  /** `manyToOne` and so on, or `customField`. */
  kind: string;
  refers_to: string;
  /** The attribute on the other side of a relation in two ways. */
  other_side: string | null;
  /** The schema that has it, relative to the application; null for one that code adds. */
  file: string | null;
}

/** Rows in Strapi's own tables. */
export interface LeftRows {
  table: string;
  /** The beginning of their keys. */
  prefix: string;
  keys: string[];
  /** Whether Strapi leaves them there when it starts without the plugin. */
  stay: boolean;
}

/**
 * What has to do with the plugin outside of its own tables: what keeps Strapi from starting without it, in schemas and
 * in the database, the relations in the application's extensions of it, and rows in Strapi's own tables. Nothing is written.
 */
export async function checkUninstall(strapi: Core.Strapi) {
  const schemas = nextSchemas(strapi);
  return {
    blocking: schemas.filter(({ uid }) => !isOwnType(uid)).flatMap(blockingIn),
    constraints: await blockingConstraints(strapi),
    extensions: schemas
      .filter(({ uid }) => isOwnType(uid))
      .flatMap((schema) => relationsIn(schema, Object.keys(customFields(strapi, schema.uid)))),
    rows: await leftRows(strapi),
  };
}

/** A type without this one, or a custom field that nobody has registered, stops Strapi's start. */
const blockingIn = (schema: NextSchema) =>
  schema.attributes
    .filter(({ name, isInFile }) => isInFile || !isBinding(schema.uid, name))
    .map((attribute) => referenceTo(schema, attribute))
    .filter(({ refers_to: target }) => isOwnType(target))
    .map((reference) => ({ ...reference, what_to_do: whatToDo(reference) }));

/** The relation that the plugin adds itself, at each start. */
const isBinding = (uid: string, name: string): boolean =>
  (uid === USER || uid === API_TOKEN) && name === PROJECT_BINDING;

const relationsIn = (schema: NextSchema, added: readonly string[]): Reference[] =>
  schema.attributes
    .filter(({ name, type, isInFile }) => isInFile && type === 'relation' && added.includes(name))
    .map((attribute) => referenceTo(schema, attribute));

function referenceTo({ uid, file }: NextSchema, attribute: NextAttribute): Reference {
  const { name, customField, relation, target, isInFile } = attribute;
  return {
    uid,
    attribute: name,
    kind: customField === undefined ? (relation ?? attribute.type) : 'customField',
    refers_to: customField ?? target ?? '',
    other_side: attribute.mappedBy ?? attribute.inversedBy ?? null,
    file: isInFile ? file : null,
  };
}

function whatToDo({ uid, attribute, kind, refers_to: target, other_side: other, file }: Reference): string {
  if (file === null) return 'Take it out where your application defines it.';
  if (isBinding(uid, attribute)) return 'Take it out of the file. The plugin adds it anew while it is there.';
  if (kind === 'customField') {
    return 'Give it an ordinary type in the file, in place of type and customField. Its values stay.';
  }
  if (other === null) return 'Delete it in the Content-Type Builder, or take it out of the file.';
  return `Delete it in the Content-Type Builder, or take it out of the file and ${other} out of ${extensionOf(target)}.`;
}

const extensionOf = (uid: string): string =>
  `src/extensions/work-tracking/content-types/${uid.slice(OWN_TYPES.length)}/schema.json`;

/** A foreign key of a table that stays to one that goes. */
export interface Constraint {
  table: string;
  name: string;
  /** The SQL that drops it. */
  what_to_do: string;
}

/**
 * Strapi drops the tables before it changes those that stay, so on PostgreSQL, where it leaves foreign keys on, it can't
 * drop one that a column of another table refers to.
 */
async function blockingConstraints(strapi: Core.Strapi): Promise<Constraint[]> {
  if (strapi.db.dialect.client !== 'postgres') return [];
  const types = [...Object.keys(strapi.contentTypes), ...Object.keys(strapi.components)];
  const tablesOf = (uids: string[]) => uids.map((uid) => strapi.db.metadata.get(uid).tableName);
  const found: { table: string; name: string }[] = await strapi.db
    .connection('pg_constraint as key')
    .join('pg_class as holder', 'holder.oid', 'key.conrelid')
    .join('pg_class as target', 'target.oid', 'key.confrelid')
    .join('pg_namespace as space', 'space.oid', 'key.connamespace')
    .where({ 'key.contype': 'f', 'space.nspname': strapi.db.getSchemaName() ?? 'public' })
    .whereIn('target.relname', tablesOf(types.filter(isOwnType)))
    .whereIn('holder.relname', tablesOf(types.filter((uid) => !isOwnType(uid))))
    .orderBy(['holder.relname', 'key.conname'])
    .select({ table: 'holder.relname', name: 'key.conname' });
  return found.map(({ table, name }) => ({
    table,
    name,
    what_to_do: `ALTER TABLE "${table}" DROP CONSTRAINT "${name}";`,
  }));
}

/** Where rows of the plugin are in Strapi's own tables, by the beginnings of their keys. */
const ROWS = [
  {
    table: 'strapi_core_store_settings',
    column: 'key',
    prefix: `plugin_content_manager_configuration_content_types::${OWN_TYPES}`,
    stay: false,
  },
  { table: 'strapi_core_store_settings', column: 'key', prefix: 'plugin_work-tracking_', stay: true },
  { table: 'strapi_migrations_internal', column: 'name', prefix: 'work-tracking-', stay: true },
] as const;

const leftRows = (strapi: Core.Strapi): Promise<LeftRows[]> =>
  Promise.all(
    ROWS.map(async ({ table, column, prefix, stay }) => {
      const keys: string[] = await strapi.db
        .getConnection(table)
        .where(column, 'like', `${prefix}%`)
        .orderBy(column)
        .pluck(column);
      return { table, prefix, keys, stay };
    }),
  );

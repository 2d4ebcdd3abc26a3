import type { Core } from '@strapi/types';
import { beforeTables, type Index, type Table } from '../host/tables';
import { AUDIT_ENTRY } from '../uids';

/** The columns of the administrators who made and changed a row. */
const EDITOR_COLUMNS: readonly string[] = ['created_by_id', 'updated_by_id'];

/**
 * Leaves out indexes that Strapi makes for every type and that nobody needs here; in a database that has them, Strapi
 * drops them. These are the index of a foreign key, where another index begins with the same column; the one of documents, where
 * ours lets no two rows have the same id; and, in tables that nobody writes in the panel, those of the two columns of
 * editors, which are always empty there, with their foreign keys. MySQL and MariaDB keep the latter: a foreign key has an
 * index there. Of audit entries they keep the former, too: their larger indexes came later than the table, and Strapi
 * would drop the one that is there before it makes them.
 */
export function leaveOutIndexes(
  strapi: Core.Strapi,
  types: readonly string[],
  withoutEditors: readonly string[],
): void {
  beforeTables(strapi, (tables) => {
    const tablesOf = (uids: readonly string[]) => {
      const names = uids.map((uid) => strapi.db.metadata.get(uid).tableName);
      return tables.filter(({ name }) => names.includes(name));
    };
    const isMysql = strapi.db.dialect.client === 'mysql';
    if (!isMysql) tablesOf(withoutEditors).forEach(forgetEditors);
    tablesOf(types).forEach(leaveOutDocuments);
    tablesOf(types.filter((uid) => !isMysql || uid !== AUDIT_ENTRY)).forEach(leaveOutRepeated);
  });
}

function forgetEditors(table: Table): void {
  const isForOthers = ({ columns }: Index) => !columns.every((column) => EDITOR_COLUMNS.includes(column));
  table.indexes = table.indexes.filter(isForOthers);
  table.foreignKeys = table.foreignKeys.filter(isForOthers);
}

function leaveOutDocuments(table: Table): void {
  const isOfIds = ({ columns: [first] }: Index) => first === 'document_id';
  const isUnique = table.indexes.some((index) => isOfIds(index) && index.type === 'unique');
  if (isUnique) table.indexes = table.indexes.filter((index) => !isOfIds(index) || index.type === 'unique');
}

function leaveOutRepeated(table: Table): void {
  const isRepeated = ({ name, columns }: Index) =>
    table.foreignKeys.some((key) => key.name === name) &&
    table.indexes.some((other) => other.name !== name && other.columns[0] === columns[0]);
  table.indexes = table.indexes.filter((index) => !isRepeated(index));
}

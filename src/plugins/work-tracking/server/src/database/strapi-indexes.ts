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
  beforeTables(strapi, (table) => {
    const isOf = (uids: readonly string[]) =>
      uids.some((uid) => strapi.db.metadata.get(uid).tableName === table.name);
    const isMysql = strapi.db.dialect.client === 'mysql';
    const changes = [
      ...(!isMysql && isOf(withoutEditors) ? [leaveOutEditors] : []),
      ...(isOf(types) ? [leaveOutDocuments] : []),
      ...(isOf(types.filter((uid) => !isMysql || uid !== AUDIT_ENTRY)) ? [leaveOutRepeated] : []),
    ];
    return changes.reduce((changed, change) => ({ ...changed, ...change(changed) }), table);
  });
}

type Change = (table: Table) => Partial<Table>;

const leaveOutEditors: Change = ({ indexes, foreignKeys }) => {
  const isForOthers = ({ columns }: Index) => !columns.every((column) => EDITOR_COLUMNS.includes(column));
  return { indexes: indexes.filter(isForOthers), foreignKeys: foreignKeys.filter(isForOthers) };
};

const leaveOutDocuments: Change = ({ indexes }) => {
  const isOfIds = ({ columns: [first] }: Index) => first === 'document_id';
  const isUnique = indexes.some((index) => isOfIds(index) && index.type === 'unique');
  return isUnique ? { indexes: indexes.filter((index) => !isOfIds(index) || index.type === 'unique') } : {};
};

const leaveOutRepeated: Change = ({ indexes, foreignKeys }) => {
  const isRepeated = ({ name, columns }: Index) =>
    foreignKeys.some((key) => key.name === name) &&
    indexes.some((other) => other.name !== name && other.columns[0] === columns[0]);
  return { indexes: indexes.filter((index) => !isRepeated(index)) };
};

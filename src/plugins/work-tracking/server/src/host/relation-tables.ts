import type { Core } from '@strapi/types';
import { assertKnown } from './known';

interface Named {
  name: string;
}

/** Strapi's metadata of how a relation or a component is stored, as far as it is used here. */
interface Stored {
  target?: string;
  owner?: boolean;
  joinColumn?: Named;
  joinTable?: Named & {
    joinColumn?: Named;
    inverseJoinColumn?: Named;
    morphColumn?: { idColumn: Named; typeColumn: Named };
  };
}

const storedAttributes = (strapi: Core.Strapi, uid: string): Readonly<Record<string, Stored>> =>
  strapi.db.metadata.get(uid).attributes as unknown as Record<string, Stored>;

/** The table that tells which rows of a type have which others, by one of its attributes. */
export interface JoinTable {
  name: string;
  /** The column with the row id of the type that has the attribute. */
  ownColumn: string;
  /** The column with the row id of the other. */
  otherColumn: string;
  /** The column with the other's type, where there are several. */
  typeColumn: string | undefined;
}

export function joinTableOf(strapi: Core.Strapi, uid: string, attribute: string): JoinTable {
  const { joinTable } = storedAttributes(strapi, uid)[attribute] ?? {};
  const otherColumn = joinTable?.morphColumn?.idColumn ?? joinTable?.inverseJoinColumn;
  assertKnown(
    strapi,
    `the join table of ${uid}.${attribute}`,
    joinTable?.joinColumn !== undefined && otherColumn !== undefined,
  );
  return {
    name: joinTable.name,
    ownColumn: joinTable.joinColumn.name,
    otherColumn: otherColumn.name,
    typeColumn: joinTable.morphColumn?.typeColumn.name,
  };
}

/** Whether a relation is in a table of its own: otherwise it is a column of one of the two types. */
export const hasJoinTable = (strapi: Core.Strapi, uid: string, attribute: string): boolean =>
  storedAttributes(strapi, uid)[attribute]?.joinTable !== undefined;

/** A relation that is a column of the type's own table. */
interface ColumnRelation {
  column: string;
  attribute: string;
  /** The type that it leads to. */
  target: string;
}

export const columnRelations = (strapi: Core.Strapi, uid: string): ColumnRelation[] =>
  Object.entries(storedAttributes(strapi, uid)).flatMap(([attribute, { joinColumn, owner, target = '' }]) =>
    joinColumn && owner ? [{ column: joinColumn.name, attribute, target }] : [],
  );

/**
 * @param joined a type with a relation in a join table, and the attribute
 * @param own a type with a relation in a column of its own, and the attribute
 */
export function checkRelationTables(
  strapi: Core.Strapi,
  joined: readonly [uid: string, attribute: string],
  own: readonly [uid: string, attribute: string],
): void {
  joinTableOf(strapi, ...joined);
  const [uid, name] = own;
  const isColumn = columnRelations(strapi, uid).some(({ attribute }) => attribute === name);
  assertKnown(strapi, `the column of ${uid}.${name}`, isColumn);
}

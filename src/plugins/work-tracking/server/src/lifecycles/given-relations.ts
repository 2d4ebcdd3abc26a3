import type { Core } from '@strapi/types';
import { attributesOf } from '../records/custom-fields';
import { idsIn } from '../records/relation-ids';

/** A relation in what is written, by what it leads to. */
export interface GivenRelation {
  /** A content type, or the component that a file is attached to. */
  target: string;
  /** Row ids that are named in what is written. */
  ids: number[];
  /** Whether what it leads to can belong to one row only, and leaves the row that had it. */
  isExclusive: boolean;
}

/** The relations in what is given to the database layer for a row. */
export function givenRelations(
  strapi: Core.Strapi,
  uid: string,
  data: Record<string, unknown>,
): GivenRelation[] {
  return Object.entries(attributesOf(strapi, uid)).flatMap(([name, { type, target, relation = '' }]) => {
    if (type !== 'relation' || data[name] === undefined) return [];
    // Files are `related` to rows of any type.
    if (relation.startsWith('morphTo')) return morphRelationsIn(data[name]);
    if (target === undefined) return [];
    return [{ target, ids: idsIn(data[name]), isExclusive: relation.startsWith('oneTo') }];
  });
}

/** The rows in a morph relation as the database layer takes it: `{id: 1, __type}`, alone or in what `idsIn` reads. */
function morphRelationsIn(value: unknown): GivenRelation[] {
  if (Array.isArray(value)) return value.flatMap(morphRelationsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, __type: target, set, connect, disconnect } = value as Record<string, unknown>;
  if (typeof target === 'string') return [{ target, ids: idsIn(id), isExclusive: false }];
  return [set, connect, disconnect].flatMap(morphRelationsIn);
}

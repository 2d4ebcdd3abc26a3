import type { Core } from '@strapi/types';
import { invalidField } from '../../../domain/errors';
import { OWN_TYPES } from '../uids';
import type { DocumentWrite } from './document-write';
import { toStrapiError } from './strapi-errors';

/** Database metadata of an attribute; `joinColumn` only where a relation is a column of the type's own table. */
interface StoredAttribute {
  target?: string;
  owner?: boolean;
  joinColumn?: { name: string };
}

/**
 * Strapi's database layer takes a relation that is a column by the column's name too, which no permission, validation
 * or translation of Strapi knows: `project_id` would be a way around all of them. In what is given to the document
 * service it is refused for our types, and for relations of other types to ours.
 * @throws ValidationError that names the attribute to give instead
 */
export function refuseColumnNames(strapi: Core.Strapi, { uid, params: { data } }: DocumentWrite): void {
  if (!data) return;
  for (const [column, attribute] of relationColumns(strapi, uid)) {
    if (!Object.hasOwn(data, column)) continue;
    throw toStrapiError(invalidField(attribute, `${column} is the name of a column: give ${attribute}.`));
  }
}

/** The columns that hold relations, and their attributes. */
function relationColumns(strapi: Core.Strapi, uid: string): [string, string][] {
  const attributes = Object.entries(strapi.db.metadata.get(uid).attributes) as [string, StoredAttribute][];
  return attributes.flatMap(([name, { joinColumn, owner, target = '' }]) =>
    joinColumn && owner && [uid, target].some((type) => type.startsWith(OWN_TYPES))
      ? [[joinColumn.name, name]]
      : [],
  );
}

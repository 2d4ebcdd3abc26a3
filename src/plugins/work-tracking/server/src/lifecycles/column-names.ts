import type { Core } from '@strapi/types';
import { invalidField } from '../../../domain/errors';
import { columnRelations } from '../host/relation-tables';
import { isOwnType } from '../uids';
import type { DocumentWrite } from './document-write';
import { toStrapiError } from './strapi-errors';

/**
 * Strapi's database layer takes a relation that is a column by the column's name too, which no permission, validation
 * or translation of Strapi knows: `project_id` would be a way around all of them. In what is given to the document
 * service it is refused for our types, and for relations of other types to ours.
 * @throws ValidationError that names the attribute to give instead
 */
export function refuseColumnNames(strapi: Core.Strapi, { uid, params: { data } }: DocumentWrite): void {
  if (!data) return;
  for (const { column, attribute, target } of columnRelations(strapi, uid)) {
    const isOurs = [uid, target].some(isOwnType);
    if (!isOurs || !Object.hasOwn(data, column)) continue;
    throw toStrapiError(invalidField(attribute, `${column} is the name of a column: give ${attribute}.`));
  }
}

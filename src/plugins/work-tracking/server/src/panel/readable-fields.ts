import type { Core, UID } from '@strapi/types';
import get from 'lodash/get';
import toPath from 'lodash/toPath';
import {
  isReadableInEach,
  notPermitted,
  pathsInFilters,
  type Ability,
  type Field,
} from '../access/admin-rights';
import { contentTypes } from '../host/strapi-utils';
import { attributesOf } from '../records/custom-fields';
import { isOwnType } from '../uids';

/**
 * The fields of our types on these paths that the person may not read. Strapi asks for the first field of a path only.
 * @param uid the type that the paths begin at
 */
export function unreadableFields(
  strapi: Core.Strapi,
  userAbility: Ability,
  uid: string,
  paths: readonly string[][],
): Field[] {
  const isRefused = ({ uid: owner, field }: Field) => {
    if (!isOwnType(owner)) return false;
    const model = strapi.getModel(owner as UID.Schema);
    const [name = ''] = field.split('.');
    const isHidden = get(model, ['config', 'attributes', name, 'hidden']) === true;
    const hasPermission = contentTypes.isVisibleAttribute(model, name);
    return isHidden || (hasPermission && !isReadableInEach(userAbility, { uid: owner, field }));
  };
  return paths.flatMap((path) => fieldsOn(strapi, uid, path)).filter(isRefused);
}

/** @throws WorkTrackingError `not_permitted` when `filters` go by a field of our types that the person may not read */
export function assertFiltersReadable(
  strapi: Core.Strapi,
  userAbility: Ability,
  uid: string,
  filters: unknown,
): void {
  const [refused] = unreadableFields(strapi, userAbility, uid, pathsInFilters(filters));
  if (refused) throw notPermitted(strapi, refused.uid, 'read', refused.field);
}

/** The paths of the attributes that a sort names, which can be text, too: `project.name:desc,title`. */
export function pathsInSort(sort: unknown): string[][] {
  if (typeof sort === 'string') return sort.split(',').map((part) => toPath(part.replace(/:.*/s, '').trim()));
  return Array.isArray(sort) ? sort.flatMap(pathsInSort) : pathsInFilters(sort);
}

/** The fields that a path leads through, from relation to relation. */
function fieldsOn(strapi: Core.Strapi, uid: string, path: readonly string[]): Field[] {
  const fields: Field[] = [];
  let owner = uid;
  let model = uid;
  let prefix = '';
  for (const name of path) {
    const attributes = attributesOf(strapi, model);
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (!attribute) continue;
    const { target, component } = attribute;
    fields.push({ uid: owner, field: `${prefix}${name}` });
    if (target !== undefined) [owner, model, prefix] = [target, target, ''];
    else if (component !== undefined) [model, prefix] = [component, `${prefix}${name}.`];
  }
  return fields;
}

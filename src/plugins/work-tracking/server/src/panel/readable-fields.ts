import type { Core, UID } from '@strapi/types';
import get from 'lodash/get';
import toPath from 'lodash/toPath';
import { WorkTrackingError } from '../../../domain/errors';
import { contentTypes } from '../host/strapi-utils';
import { attributesOf } from '../records/custom-fields';
import { READ_CONTENT } from '../uids';
import { isOwnType } from './own-parts';

/** A role's right: the action, its fields and its condition; as far as it is used here. */
interface Rule {
  fields?: readonly string[];
  conditions?: object;
}

/** Strapi's ability object. */
interface Ability {
  rulesFor(action: string, uid: string): Rule[];
}

/** A field of a type; of a component, its path: `plan.label`. */
interface Field {
  uid: string;
  field: string;
}

export function notPermitted(
  strapi: Core.Strapi,
  uid: string,
  verb: 'read' | 'create' | 'change' | 'publish',
  field?: string,
): WorkTrackingError {
  const { displayName } = strapi.getModel(uid as UID.Schema).info;
  const subject = field === undefined ? displayName : `${displayName}, ${field}`;
  return new WorkTrackingError('not_permitted', {
    message: `Your role does not let you ${verb} this in the content manager: ${subject}.`,
    subject,
  });
}

/**
 * Whether the person may read a field in each record of a type that they see. Where one role shows it in some records
 * and another role shows others without it, to find or sort those by it would tell what it holds.
 */
export function isReadableInEach(userAbility: unknown, { uid, field }: Field): boolean {
  const rules = (userAbility as Ability).rulesFor(READ_CONTENT, uid);
  const isWithin = (inner: string, outer: string) => `${inner}.`.startsWith(`${outer}.`);
  const hasField = ({ fields }: Rule) =>
    fields === undefined || fields.some((name) => isWithin(field, name) || isWithin(name, field));
  const isForAll = ({ conditions }: Rule) => conditions === undefined;
  return rules.some((rule) => hasField(rule) && (isForAll(rule) || rules.every(hasField)));
}

/**
 * The fields of our types on these paths that the person may not read. Strapi asks for the first field of a path only.
 * @param uid the type that the paths begin at
 */
export function unreadableFields(
  strapi: Core.Strapi,
  userAbility: unknown,
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
  userAbility: unknown,
  uid: string,
  filters: unknown,
): void {
  const [refused] = unreadableFields(strapi, userAbility, uid, pathsInFilters(filters));
  if (refused) throw notPermitted(strapi, refused.uid, 'read', refused.field);
}

/** The paths of the attributes that filters name, in each form that Strapi takes. */
function pathsInFilters(filters: unknown): string[][] {
  if (Array.isArray(filters)) return filters.flatMap(pathsInFilters);
  if (typeof filters !== 'object' || filters === null) return [];
  return Object.entries(filters).flatMap(([key, value]) => {
    const path = key.startsWith('$') ? [] : toPath(key);
    return [path, ...pathsInFilters(value).map((rest) => [...path, ...rest])];
  });
}

/** The same of a sort, which can be text, too: `project.name:desc,title`. */
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

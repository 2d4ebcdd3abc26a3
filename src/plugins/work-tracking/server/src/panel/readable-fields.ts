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
import { ADMIN_USER, FILE, isOwnType } from '../uids';

/** By what our types let administrators be searched. */
export const ADMINISTRATOR_NAMES: readonly string[] = ['firstname', 'lastname', 'username'];

/** What our types show of an administrator, and can be filtered and sorted by: neither an address nor a role. */
export const ADMINISTRATOR_FIELDS: readonly string[] = ['id', 'documentId', ...ADMINISTRATOR_NAMES];

/** Where a path begins. */
export interface Start {
  uid: string;
  /** Whether one of our types leads there; by default, whether it is one itself. */
  isOurs?: boolean;
}

/**
 * The fields on these paths that the person may not read, from the first of our types on. Strapi asks for the first
 * field of a path only.
 */
export function unreadableFields(
  strapi: Core.Strapi,
  userAbility: Ability,
  start: Start,
  paths: readonly string[][],
): Field[] {
  return paths
    .flatMap((path) => fieldsOn(strapi, start, path))
    .filter((step) => step.isOurs && !isReadable(strapi, userAbility, step))
    .map(({ uid, field }) => ({ uid, field }));
}

/**
 * @throws WorkTrackingError `not_permitted` when `filters` lead through our types and go by a field there, or beyond,
 * that the person may not read
 */
export function assertFiltersReadable(
  strapi: Core.Strapi,
  userAbility: Ability,
  start: Start,
  filters: unknown,
): void {
  const [refused] = unreadableFields(strapi, userAbility, start, pathsInFilters(filters));
  if (refused) throw notPermitted(strapi, refused.uid, 'read', refused.field);
}

/** The paths of the attributes that a sort names, which can be text, too: `project.name:desc,title`. */
export function pathsInSort(sort: unknown): string[][] {
  if (typeof sort === 'string') return sort.split(',').map((part) => toPath(part.replace(/:.*/s, '').trim()));
  return Array.isArray(sort) ? sort.flatMap(pathsInSort) : pathsInFilters(sort);
}

interface Step extends Field {
  /** The type of the attribute. */
  type: string;
  /** Whether the path is at one of our types here, or has led through one. */
  isOurs: boolean;
}

function isReadable(strapi: Core.Strapi, userAbility: Ability, { uid, field, type }: Step): boolean {
  if (uid === ADMIN_USER) return ADMINISTRATOR_FIELDS.includes(field);
  const model = strapi.getModel(uid as UID.Schema);
  const [name = ''] = field.split('.');
  if (type === 'password' || get(model, ['config', 'attributes', name, 'hidden']) === true) return false;
  // The types that are not shown in the content manager, such as files, have no permissions there; ours have.
  const hasPermissions =
    isOwnType(uid) || get(model, ['pluginOptions', 'content-manager', 'visible']) !== false;
  return (
    !hasPermissions ||
    !contentTypes.isVisibleAttribute(model, name) ||
    isReadableInEach(userAbility, { uid, field })
  );
}

/** The fields that a path leads through, from relation to relation. */
function fieldsOn(strapi: Core.Strapi, start: Start, path: readonly string[]): Step[] {
  const steps: Step[] = [];
  let owner = start.uid;
  let model = start.uid;
  let prefix = '';
  let isOurs = start.isOurs ?? isOwnType(start.uid);
  for (const name of path) {
    const attributes = attributesOf(strapi, model);
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (!attribute) continue;
    const { type, component, target = type === 'media' ? FILE : undefined } = attribute;
    steps.push({ uid: owner, field: `${prefix}${name}`, type, isOurs });
    if (target !== undefined) {
      [owner, model, prefix] = [target, target, ''];
      isOurs ||= isOwnType(target);
    } else if (component !== undefined) [model, prefix] = [component, `${prefix}${name}.`];
  }
  return steps;
}

import type { Core } from '@strapi/types';
import { attributesOf } from '../records/custom-fields';
import { isOwnType } from '../uids';

/** A part of what is given for one type that leads to one of the plugin's. */
interface OwnPart {
  /** The plugin's type. */
  uid: string;
  /** The attribute that leads there. */
  name: string;
  value: unknown;
}

/** Does the attribute lead to one of the plugin's types? */
export const leadsToOwnType = (strapi: Core.Strapi, uid: string, name: string): boolean =>
  isOwnType(attributesOf(strapi, uid)[name]?.target);

/** Is it one of the plugin's types, or a component that one of them holds, at any depth? */
export const isHeldByOwnType = (strapi: Core.Strapi, uid: string): boolean =>
  isOwnType(uid) ||
  Object.keys(strapi.contentTypes).some((type) => isOwnType(type) && holds(strapi, type, uid));

const holds = (strapi: Core.Strapi, uid: string, part: string): boolean =>
  Object.values(attributesOf(strapi, uid)).some(({ component, components = [] }) =>
    (component === undefined ? components : [component]).some(
      (inner) => inner === part || holds(strapi, inner, part),
    ),
  );

/** The parts of filters or of a form, at any depth, that lead from a type to one of the plugin's. */
export function ownParts(strapi: Core.Strapi, uid: string, given: unknown): OwnPart[] {
  if (Array.isArray(given)) return given.flatMap((entry: unknown) => ownParts(strapi, uid, entry));
  if (typeof given !== 'object' || given === null) return [];
  const attributes = attributesOf(strapi, uid);
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    if (name.startsWith('$')) return ownParts(strapi, uid, value);
    const { type, target, component } = attributes[name] ?? {};
    if (target !== undefined && isOwnType(target)) return [{ uid: target, name, value }];
    if (type === 'dynamiczone') {
      return [value].flat().flatMap((part) => {
        const { __component: of } = Object(part) as { __component?: unknown };
        return ownParts(strapi, String(of), part);
      });
    }
    const inner = target ?? component;
    return inner === undefined ? [] : ownParts(strapi, inner, value);
  });
}

import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import mapValues from 'lodash/mapValues';
import { assertKnown, assertMethods } from './known';

export type Action = (ctx: Context, ...rest: unknown[]) => unknown;

/** Strapi's registry of controllers, as far as it is used here. */
interface Controllers {
  extend(uid: string, change: (actions: Record<string, Action>) => Record<string, Action>): void;
}

/**
 * Puts `wrap` around the actions of another plugin's controller. Must run before Strapi makes its routes.
 * @param names of the actions; all of them unless given
 */
export function wrapActions(
  strapi: Core.Strapi,
  uid: string,
  wrap: (action: Action) => Action,
  names?: readonly string[],
): void {
  const controllers: Controllers = strapi.get('controllers');
  assertMethods(strapi, "strapi.get('controllers')", controllers, ['extend']);
  controllers.extend(uid, (actions) => {
    for (const name of names ?? []) assertKnown(strapi, `the action ${uid}.${name}`, name in actions);
    return mapValues(actions, (action, name) =>
      names?.includes(name) === false ? action : wrap(action.bind(actions)),
    );
  });
}

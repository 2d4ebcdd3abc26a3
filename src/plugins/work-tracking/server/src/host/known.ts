import type { Core } from '@strapi/types';

/** The oldest and the newest version of Strapi with which all of this was tried; the README names them. */
export const TRIED = { oldest: '5.45.0', newest: '5.54.0' };

/**
 * Stops the start when Strapi is not as it was when this was written: a change to what is not known would go wrong
 * later, and silently.
 * @param part of Strapi or of knex, by the name that it has there
 * @throws Error
 */
export function assertKnown(strapi: Core.Strapi, part: string, isKnown: boolean): asserts isKnown {
  if (isKnown) return;
  const running = strapi.config.get<string>('info.strapi', 'of an unknown version');
  throw new Error(
    `Work Tracking can't run on this Strapi (${running}): ${part} is not what it is in ${TRIED.oldest} and ` +
      `${TRIED.newest}, with which it was tried. Use one of these versions, or one between them.`,
  );
}

/** The same for an object of Strapi's or knex's: it must have these methods. */
export function assertMethods(
  strapi: Core.Strapi,
  part: string,
  object: object | undefined,
  names: readonly string[],
): void {
  const methods = (object ?? {}) as Partial<Record<string, unknown>>;
  for (const name of names) assertKnown(strapi, `${part}.${name}`, typeof methods[name] === 'function');
}

import type { Core } from '@strapi/types';

/** The version of Strapi with which all of this was tried. */
const TRIED = '5.54.0';

/**
 * Ends the start of an application whose Strapi is not as it was when this was written: what is changed here in one that
 * is not known would go wrong later, and silently.
 * @param part of Strapi or of knex, by the name that it has there
 * @throws Error
 */
export function assertKnown(strapi: Core.Strapi, part: string, isKnown: boolean): void {
  if (isKnown) return;
  const running = strapi.config.get<string>('info.strapi', 'of an unknown version');
  throw new Error(
    `Work Tracking can't run on this Strapi (${running}): ${part} is not what it is in ${TRIED}, with which it was ` +
      'tried. Use a version that the README of strapi-plugin-work-tracking names.',
  );
}

/** The same for an object of Strapi's or knex's: it must have these methods. */
export function assertMethods(
  strapi: Core.Strapi,
  part: string,
  object: object,
  names: readonly string[],
): void {
  const methods = object as Partial<Record<string, unknown>>;
  for (const name of names) assertKnown(strapi, `${part}.${name}`, typeof methods[name] === 'function');
}

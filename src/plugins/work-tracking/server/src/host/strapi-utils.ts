import { createRequire } from 'node:module';
import path from 'node:path';
import type { Core } from '@strapi/types';
import type * as Utils from '@strapi/utils';
import { assertMethods } from './known';

/** A command of the plugin, and a test of one module, have no Strapi yet; they run where the application is. */
const applicationRoot = (): string =>
  (globalThis.strapi as Core.Strapi | undefined)?.dirs.app.root ?? process.cwd();

/** How Strapi's core requires: it may have another copy of a package than the plugin and the application. */
const requireInCore = ['@strapi/strapi', '@strapi/core'].reduce(
  (requireThere, name) => createRequire(requireThere.resolve(`${name}/package.json`)),
  createRequire(path.join(applicationRoot(), 'package.json')),
);

const utils = requireInCore('@strapi/utils') as typeof Utils;

/**
 * What the plugin uses of `@strapi/utils`, out of the copy that Strapi's core has: Strapi answers an error by its class,
 * and a class of another copy is none that it knows. `validateZodSchema` reads what was sent by a schema, and throws the
 * error whose sentences Strapi's panel shows beside the fields.
 */
export const { contentTypes, errors, setCreatorFields, validateZodSchema, z } = utils;

export type ApplicationError = Utils.errors.ApplicationError;
export type Infer<Schema extends ZodType> = Utils.z.infer<Schema>;
export type JsonSchema = Utils.z.core.JSONSchema.BaseSchema;
export type RawIssue = Utils.z.core.$ZodRawIssue;
export type Strict = Utils.z.core.$strict;
export type ZodIssue = Utils.z.core.$ZodIssue;
export type ZodObject<
  Shape extends Utils.z.core.$ZodLooseShape = Utils.z.core.$ZodLooseShape,
  Config extends Utils.z.core.$ZodObjectConfig = Utils.z.core.$strip,
> = Utils.z.ZodObject<Shape, Config>;
export type ZodType<Output = unknown> = Utils.z.ZodType<Output>;

/** @throws Error when Strapi has no such function: it came with 5.45 */
export const checkSchemaValidation = (strapi: Core.Strapi): void =>
  assertMethods(strapi, '@strapi/utils', utils, ['validateZodSchema']);

/** The copy of `@strapi/utils` that a module finds; undefined where it finds none. */
function copyOf(requireThere: NodeJS.Require): { version: string; folder: string } | undefined {
  try {
    const manifest = requireThere.resolve('@strapi/utils/package.json');
    const { version } = requireThere(manifest) as { version: string };
    return { version, folder: path.dirname(manifest) };
  } catch {
    // It need not be installed for the application's own code: pnpm gives it what its package.json names.
    return undefined;
  }
}

/** Warns when the application's own code finds another copy of `@strapi/utils` than Strapi. */
export function warnOfSecondUtils(strapi: Core.Strapi): void {
  const own = copyOf(createRequire(path.join(strapi.dirs.app.root, 'package.json')));
  const strapis = copyOf(requireInCore);
  if (!own || !strapis || own.folder === strapis.folder) return;
  strapi.log.warn(
    `There are two copies of @strapi/utils: the application's code finds ${own.version} in ${own.folder}, and Strapi ` +
      `has ${strapis.version} in ${strapis.folder}. Errors of @strapi/utils that the application's code throws are none ` +
      `that Strapi knows, and it answers them with 500. Name ${strapis.version} for @strapi/utils in the dependencies ` +
      'of package.json, or in its overrides, and install again.',
  );
}

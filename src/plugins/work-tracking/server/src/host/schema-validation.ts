import type { Core } from '@strapi/types';
import * as utils from '@strapi/utils';
import { assertMethods } from './known';

/** Reads what was sent by a schema, and throws the error whose sentences Strapi's panel shows beside the fields. */
export const { validateZodSchema } = utils;

/** @throws Error when Strapi has no such function: it came with 5.45 */
export const checkSchemaValidation = (strapi: Core.Strapi): void =>
  assertMethods(strapi, '@strapi/utils', utils, ['validateZodSchema']);

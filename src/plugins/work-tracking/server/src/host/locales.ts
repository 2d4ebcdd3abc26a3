import type { Core } from '@strapi/types';
import { assertMethods } from './known';

/** The locales of the internationalization that Strapi has in it, as far as they are used here. */
interface Locales {
  getDefaultLocale(): Promise<string>;
}

const service = (strapi: Core.Strapi): Locales => strapi.plugin('i18n').service('locales');

/** The code of the locale that is meant where none is named. */
export const defaultLocale = (strapi: Core.Strapi): Promise<string> => service(strapi).getDefaultLocale();

/** Has a type an entry for each of several locales? */
export const isLocalized = (strapi: Core.Strapi, uid: string): boolean =>
  isLocalizedType(strapi.contentType(uid as never));

/** The same of a type that Strapi is about to load. */
export const isLocalizedType = ({ pluginOptions }: { pluginOptions?: object | undefined }): boolean =>
  (pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true;

/** @throws Error when the service is not as it was known */
export const checkLocales = (strapi: Core.Strapi): void =>
  assertMethods(strapi, "i18n's locales", service(strapi), ['getDefaultLocale']);

import en from './en.json';
import { PREFIX } from './messages';

type Texts = Record<string, string>;

/** English comes with the code, since it stands in for what other languages lack; they are read when they are needed. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./de.json'),
};

/** Where the content manager looks for the name of a type's attribute; without one it shows what its configuration says. */
const FIELD_PREFIX = 'content-manager.content-types.';

/** The names of attributes in the languages that the content manager's configuration, which is in English, is not in. */
const FIELD_NAMES: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import('./fields.de.json'),
};

/** The names of types: the content manager translates what the schema calls them, under no prefix. */
const TYPE_NAMES: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import('./types.de.json'),
};

/** Gives Strapi the texts in those languages that the application has switched on and that there are. */
export const registerTrads = ({ locales }: { locales: string[] }) =>
  Promise.all(
    locales.map(async (locale) => {
      const texts = (await LANGUAGES[locale]?.())?.default ?? {};
      const fields = (await FIELD_NAMES[locale]?.())?.default ?? {};
      const types = (await TYPE_NAMES[locale]?.())?.default ?? {};
      return { locale, data: { ...prefixed(PREFIX, texts), ...prefixed(FIELD_PREFIX, fields), ...types } };
    }),
  );

const prefixed = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [`${prefix}${id}`, text]));

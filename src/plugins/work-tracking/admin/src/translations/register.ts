import en from './en.json';
import { PREFIX } from './messages';
import { addSentences, type Catalogue } from './sentences';

type Texts = Record<string, string>;

/** English is part of the code, as the fallback of the other languages; those are loaded when they are used. */
const LANGUAGES: Record<string, () => Promise<{ default: Texts }>> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import('./de.json'),
};

/** The content manager looks here for an attribute's name, and shows the label of its own configuration if there is none. */
const FIELD_PREFIX = 'content-manager.content-types.';

/** The names of attributes in other languages than English, which the content manager's configuration has. */
const FIELD_NAMES: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import('./fields.de.json'),
};

/** The names of types. The content manager uses the display name of the schema as the key, without a prefix. */
const TYPE_NAMES: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import('./types.de.json'),
};

/** The server's sentences are English. */
const SENTENCES: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./sentences.de.json'),
};

/** The texts for those of the application's languages that have translations here. */
export const registerTrads = ({ locales }: { locales: string[] }) =>
  Promise.all(
    locales.map(async (locale) => {
      const texts = (await LANGUAGES[locale]?.())?.default ?? {};
      const fields = (await FIELD_NAMES[locale]?.())?.default ?? {};
      const types = (await TYPE_NAMES[locale]?.())?.default ?? {};
      const sentences = (await SENTENCES[locale]?.())?.default;
      if (sentences) addSentences(locale, sentences);
      return { locale, data: { ...prefixed(PREFIX, texts), ...prefixed(FIELD_PREFIX, fields), ...types } };
    }),
  );

const prefixed = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [`${prefix}${id}`, text]));

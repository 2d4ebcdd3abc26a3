import de from '../../../src/plugins/work-tracking/admin/src/translations/de.json';
import en from '../../../src/plugins/work-tracking/admin/src/translations/en.json';

const MESSAGES = { en, de } as const;

/** A language of the panel. */
export type Language = keyof typeof MESSAGES;

/** One of the panel's texts without a plural, with its values filled in. */
export type Text = (id: keyof typeof en, values?: Readonly<Record<string, string>>) => string;

/** @returns gives the panel's texts in a language */
export const textsIn =
  (language: Language): Text =>
  (id, values = {}) =>
    MESSAGES[language][id].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

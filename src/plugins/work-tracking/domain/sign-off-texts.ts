/** The languages that texts can be filed in: those of the panel. */
export const TEXT_LANGUAGES = ['en', 'de'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** The texts of a decision that "Ask for sign-off" files. */
interface SignOffTexts {
  /** @param locale null for an entry without one */
  title: (name: string, locale: string | null) => string;
  approved: string;
  rejected: string;
}

const inBrackets = (locale: string | null): string => (locale === null ? '' : ` (${locale})`);

export const SIGN_OFF_TEXTS: Record<TextLanguage, SignOffTexts> = {
  en: {
    title: (name, locale) => `Publish "${name}"${inBrackets(locale)}?`,
    approved: 'Approved',
    rejected: 'Rejected',
  },
  de: {
    title: (name, locale) => `„${name}“${inBrackets(locale)} veröffentlichen?`,
    approved: 'Freigegeben',
    rejected: 'Abgelehnt',
  },
};

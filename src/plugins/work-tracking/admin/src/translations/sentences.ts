/** The server's sentences in another language, and the words that stand in them for what is not somebody's own text. */
export interface Catalogue {
  /** By the English sentence, with a name in braces for each value. */
  sentences: Record<string, string>;
  /** The same for those that Strapi's own validation says of a record, and v1's schemas of a value. */
  ofStrapi: Record<string, string>;
  words: Record<string, string>;
}

interface Template {
  pattern: RegExp;
  /** Of the values, in the order of the English sentence. */
  names: string[];
  translation: string;
}

interface Language {
  templates: Template[];
  words: ReadonlyMap<string, string>;
}

const LANGUAGES = new Map<string, Language>();

/** The values that are the server's own words; all others are what somebody has written. */
const OWN_WORDS = new Set([
  ...['from', 'to', 'allowed', 'status', 'state'],
  ...['verb', 'noun', 'what', 'plural', 'records', 'place', 'schemes', 'range', 'field'],
]);

const PLACEHOLDER = /\{(\w+)\}/g;

/** Makes a language known. Until then its sentences stay English. */
export function addSentences(locale: string, { sentences, ofStrapi, words }: Catalogue): void {
  const templates = Object.entries({ ...sentences, ...ofStrapi }).map(([english, translation]) => ({
    pattern: patternOf(english),
    names: [...english.matchAll(PLACEHOLDER)].map(([, name = '']) => name),
    translation,
  }));
  // Those that say most come first.
  templates.sort((one, other) => textLength(other) - textLength(one));
  LANGUAGES.set(locale, { templates, words: new Map(Object.entries(words)) });
}

/**
 * A sentence of the server in the user's language; as it is where nobody has translated it, such as one of an
 * application's own rules.
 */
export function translatedSentence(locale: string, sentence: string): string {
  const language = LANGUAGES.get(locale);
  if (language === undefined) return sentence;
  const whole = translated(language, sentence);
  if (whole !== sentence) return whole;
  // Before some sentences stands the path of the value that they are about.
  const colon = sentence.indexOf(': ');
  if (colon === -1) return sentence;
  return sentence.slice(0, colon + 2) + translated(language, sentence.slice(colon + 2));
}

function translated(language: Language, sentence: string): string {
  for (const { pattern, names, translation } of language.templates) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const values = new Map(
      names.map((name, index) => [name, valueIn(language, name, match[index + 1] ?? '')]),
    );
    return translation.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
  }
  return sentence;
}

function valueIn({ words }: Language, name: string, value: string): string {
  if (!OWN_WORDS.has(name)) return value;
  // In a list: "2 tickets, 1 webhook subscriptions".
  return words.get(value) ?? value.replace(/[a-z_]+(?: [a-z]+)*/gi, (word) => words.get(word) ?? word);
}

const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(PLACEHOLDER)
      .map((part, index) => (index % 2 === 1 ? '(.*?)' : escaped(part)))
      .join('')}$`,
    's',
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const textLength = ({ pattern, names }: Template): number =>
  pattern.source.length - names.length * '(.*?)'.length;

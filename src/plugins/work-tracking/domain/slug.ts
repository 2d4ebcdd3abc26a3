/** Leaves room for a number that somebody adds. */
const MAX_LENGTH = 80;

/** Letters that Unicode does not take apart, and umlauts, which German writes with an e. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
};

/** The slug that a title suggests (specification 2.2); empty for a title without a letter or digit of ASCII. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæøł]/g, (letter) => SPELLINGS[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');

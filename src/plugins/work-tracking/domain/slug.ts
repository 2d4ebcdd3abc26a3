import slugify from '@sindresorhus/slugify';

/** Short enough to be read, and to leave room for a number. */
const MAX_LENGTH = 80;

/**
 * The slug that a title suggests (specification 2.2): its words in lowercase letters and digits, spelled in ASCII.
 * Empty for a title that has none.
 */
export const slugOf = (title: string): string =>
  slugify(title.slice(0, MAX_LENGTH), { decamelize: false })
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');

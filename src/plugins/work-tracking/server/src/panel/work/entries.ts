import type { Core } from '@strapi/types';
import groupBy from 'lodash/groupBy';
import uniqBy from 'lodash/uniqBy';
import { isSameReference, type ContentFilter, type ContentReference } from '../../../../domain/content';
import { invalidField } from '../../../../domain/errors';
import { acceptedContentTypes } from '../../content-types/content-reference/accepted-types';
import { titleAttribute } from '../../content-types/content-reference/entry-title';
import { isLocalized } from '../../host/locales';
import { DECISION, TICKET } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/** A content type to whose entries work can refer. */
interface EntryType {
  /** Its uid. */
  type: string;
  /** Its name in the panel. */
  name: string;
  /** Has it one entry only? */
  isSingle: boolean;
  isLocalized: boolean;
}

/** An entry to which work refers, as far as a person may read it. */
export interface DescribedEntry extends ContentReference {
  /** `hidden` is an entry that the person may not read, `gone` one that is no longer there. */
  state: 'readable' | 'hidden' | 'gone';
  /** The name of its type in the panel; the uid of a type that is no longer there. */
  typeName: string;
  isSingle: boolean;
  /** Null for one without, and where the person may not read it. */
  title: string | null;
}

const LOCALE = 'plugin::i18n.locale';

/** Entries found by searching. */
const MAX_FOUND = 20;
/** Rows that are looked through for them: an entry has one in each of its locales. */
const MAX_ROWS = 200;

/** The attributes by which the content manager can name an entry and that are searched for a text. */
const TEXTS = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'];

/**
 * Whether the person may read or set the content of tickets or decisions: it is in several forms and pages, each with
 * permissions of its own.
 */
export const worksWithContent = (strapi: Core.Strapi, admin: Administrator): boolean =>
  [TICKET, DECISION].some((uid) => {
    const access = contentAccess(strapi, admin, uid);
    return access.canRead('content') || access.canUpdate('content') || access.canCreate('content');
  });

/** The locales of the application, by name. */
export const locales = (strapi: Core.Strapi): Promise<{ code: string; name: string }[]> =>
  strapi.db.query(LOCALE).findMany({ select: ['code', 'name'], orderBy: { name: 'asc' } });

/** The types to whose entries work can refer and that the person may read, by name. */
export function entryTypes(strapi: Core.Strapi, admin: Administrator): EntryType[] {
  return acceptedContentTypes(strapi)
    .filter((type) => contentAccess(strapi, admin, type).canRead())
    .map((type) => typeOf(strapi, type))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function typeOf(strapi: Core.Strapi, type: string): EntryType {
  const { info, kind } = strapi.contentType(type as never);
  return {
    type,
    name: info.displayName,
    isSingle: kind === 'singleType',
    isLocalized: isLocalized(strapi, type),
  };
}

/**
 * An entry, in one of its locales where it has several.
 * @throws WorkTrackingError `validation_failed` without a locale where the type has several
 */
export function inOneLocale(strapi: Core.Strapi, { type, id, locale }: ContentFilter): ContentFilter {
  if (!isLocalized(strapi, type)) return { type, id };
  if (locale === undefined)
    throw invalidField('locale', `Entries of "${type}" have several locales; name one.`);
  return { type, id, locale };
}

/**
 * The entries of a type that the person may read and whose title has a text in it, in any case, the latest change first:
 * their drafts, named in the locale in which they were changed last.
 * @param text empty for the latest of all
 * @throws WorkTrackingError `validation_failed` for a type to whose entries work can't refer
 * @throws WorkTrackingError `not_permitted` for a type that the person may not read
 */
export async function searchEntries(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, text }: { type: string; text: string },
): Promise<DescribedEntry[]> {
  if (!acceptedContentTypes(strapi).includes(type)) {
    throw invalidField('type', `Work can't be about entries of "${type}".`);
  }
  const read = await entryReader(strapi, admin, type);
  const found = await read.ids(read.titleFilter(text));
  const shown = uniqBy(found, 'documentId').slice(0, MAX_FOUND);
  const rows = await read.rows({ id: { $in: shown.map(({ id }) => id) } });
  return Promise.all(rows.map((row) => read.described(row, { type, id: row.documentId, locale: null })));
}

/**
 * The entries to which work refers, in their order, each by its title in its locale; in the person's language where it is
 * about every locale.
 */
export async function describeEntries(
  strapi: Core.Strapi,
  admin: Administrator,
  references: readonly ContentReference[],
): Promise<DescribedEntry[]> {
  const ofTypes = await Promise.all(
    Object.entries(groupBy(references, 'type')).map(([type, ofType]) =>
      describeOfType(strapi, admin, type, ofType),
    ),
  );
  const all = ofTypes.flat();
  return references.flatMap((one) => all.find((entry) => isSameReference(entry, one)) ?? []);
}

async function describeOfType(
  strapi: Core.Strapi,
  admin: Administrator,
  type: string,
  references: readonly ContentReference[],
): Promise<DescribedEntry[]> {
  const untitled = { isSingle: false, title: null };
  if (!Object.hasOwn(strapi.contentTypes, type)) {
    return references.map((one) => ({ ...one, ...untitled, state: 'gone', typeName: type }));
  }
  const { name: typeName, isSingle } = typeOf(strapi, type);
  const without = (one: ContentReference, state: 'hidden' | 'gone') => ({
    ...one,
    state,
    typeName,
    isSingle,
    title: null,
  });
  if (!contentAccess(strapi, admin, type).canRead()) return references.map((one) => without(one, 'hidden'));
  const ids = references.map(({ id }) => id);
  const read = await entryReader(strapi, admin, type);
  const rows = await read.rows({ documentId: { $in: ids } });
  const codes = new Set((await locales(strapi)).map(({ code }) => code));
  // Of a locale that the application has no more nothing is there, whatever the entry has in others.
  const isLocaleGone = ({ locale }: ContentReference) =>
    locale !== null && isLocalized(strapi, type) && !codes.has(locale);
  const isReadable = ({ id, locale }: ContentReference) =>
    rows.some((row) => row.documentId === id && (locale === null || row.locale === locale));
  const there: EntryRow[] = references.every(isReadable)
    ? []
    : await strapi.db
        .query(type)
        .findMany({ select: ['documentId', 'locale'], where: { documentId: { $in: ids } } });
  return Promise.all(
    references.map(async (one) => {
      if (isLocaleGone(one)) return without(one, 'gone');
      const isIts = ({ documentId }: EntryRow) => documentId === one.id;
      const isInLocale = ({ locale }: EntryRow) => locale === one.locale;
      const readable = rows.filter(isIts);
      const hidden = there.filter(isIts);
      const row =
        readable.find(isInLocale) ??
        readable.find(({ locale }) => locale === admin.user.preferedLanguage) ??
        readable[0];
      if (row === undefined) return without(one, hidden.length > 0 ? 'hidden' : 'gone');
      // A locale that is not there yet is shown by the title in another: it may be to be written.
      const isHidden = !isInLocale(row) && hidden.some(isInLocale) && isLocalized(strapi, type);
      return isHidden ? without(one, 'hidden') : read.described(row, one);
    }),
  );
}

interface EntryRow {
  documentId: string;
  locale?: string | null;
}

/** Reads the drafts of a type, as far as the person may. @throws WorkTrackingError `not_permitted` */
async function entryReader(strapi: Core.Strapi, admin: Administrator, type: string) {
  const access = contentAccess(strapi, admin, type);
  access.assertCanRead();
  const titled = await titleAttribute(strapi, type);
  const { name: typeName, isSingle } = typeOf(strapi, type);
  const { attributes, options } = strapi.contentType(type as never);
  const isSearched = TEXTS.includes(attributes[titled ?? '']?.type ?? '') && access.canRead(titled);
  const drafts = async (where: object) => {
    const { where: permitted, populate } = await access.query();
    const isDraft = options?.draftAndPublish ? { publishedAt: null } : {};
    return {
      where: { $and: [permitted, isDraft, where] },
      populate,
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    };
  };
  return {
    titleFilter: (text: string): object =>
      text === '' ? {} : isSearched ? { [titled ?? '']: { $containsi: text } } : { documentId: text },
    /** Without the rest, which may be long, as far as they are looked through. */
    ids: async (where: object): Promise<{ id: number; documentId: string }[]> =>
      strapi.db
        .query(type)
        .findMany({ ...(await drafts(where)), select: ['id', 'documentId'], limit: MAX_ROWS }),
    rows: async (where: object): Promise<EntryRow[]> => strapi.db.query(type).findMany(await drafts(where)),
    async described(row: EntryRow, reference: ContentReference): Promise<DescribedEntry> {
      const title = titled && (await access.visible(row, [titled]))[titled];
      const isTitle = typeof title === 'string' || typeof title === 'number';
      return {
        ...reference,
        state: 'readable',
        typeName,
        isSingle,
        title: isTitle ? String(title).trim() || null : null,
      };
    },
  };
}

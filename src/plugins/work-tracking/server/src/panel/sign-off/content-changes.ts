import type { Core } from '@strapi/types';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import { isSameReference, referenceText, type ContentReference } from '../../../../domain/content';
import { shortened } from '../../../../domain/errors';
import { contentManager } from '../../host/content-manager-services';
import { isLocalized } from '../../host/locales';
import { approvedContent } from '../../sign-off/approved-content';
import { contentAttributes, localeOf, populateContent } from '../../sign-off/digest';
import { digestToSign, entriesToSign } from '../../sign-off/signing';
import { contentAccess } from '../content-access';
import { inboxAccess } from '../inbox/access';
import { readableDecision } from '../inbox/inbox';
import type { Administrator } from '../route';
import { describeEntries, type DescribedEntry } from '../work/entries';
import { contentParts, type ContentPart } from './content-parts';

/** Characters that are shown of a text. */
const MAX_LENGTH = 5000;
/** Characters beside the change that are kept of a long text. */
const CONTEXT_LENGTH = 200;

/** Two versions of a text without what long ones have in common at their beginning and their end. */
function differingTexts(before: string, after: string): { before: string; after: string; isCut: boolean } {
  const shorter = Math.min(before.length, after.length);
  if (Math.max(before.length, after.length) <= MAX_LENGTH) return { before, after, isCut: false };
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const from = Math.max(start - CONTEXT_LENGTH, 0);
  const untilEnd = Math.max(end - CONTEXT_LENGTH, 0);
  const between = (text: string) => text.slice(from, text.length - untilEnd);
  const shown = (text: string) =>
    `${from > 0 ? '…' : ''}${shortened(between(text), MAX_LENGTH)}${untilEnd > 0 ? '…' : ''}`;
  const isCut = [before, after].some((text) => between(text).length > MAX_LENGTH);
  return { before: shown(before), after: shown(after), isCut };
}

/** What a part of an entry holds: a text, or other entries, of which those are told that are on one side only. */
type ShownValue = { text: string } | { entries: DescribedEntry[] };

/** A part of an entry that is not what it is in what was approved or is published. */
interface ChangedPart {
  /** The field's label; in a component the names on the way, with places in a list: `["Sections", "2", "text"]`. */
  path: string[];
  /** Null for what is new. */
  before: ShownValue | null;
  /** Null for what was taken away. */
  after: ShownValue | null;
  /** Whether the change is longer than what is shown of it. */
  isCut: boolean;
}

/** How the draft of one locale differs from what was last approved or published of it. */
interface LocaleChanges {
  /** Null for a type without locales. */
  locale: string | null;
  isPublished: boolean;
  /** When that was approved with which it is compared; null where this is what is published. */
  approvedAt: string | null;
  /** The first of them; of a draft that was neither approved nor published, all that it holds. */
  parts: ChangedPart[];
  /** How many more parts differ that the person may read. */
  further: number;
  /** Whether there are changes in what the person may not read. */
  hasUnreadable: boolean;
  /** The page of the application that shows the draft; null where it has none, and for whoever may not read the draft. */
  previewUrl: string | null;
}

/** An entry under sign-off that a decision is about. */
interface EntryChanges {
  entry: DescribedEntry;
  /** One for each locale that is meant and there; none for an entry of which the person may read nothing. */
  locales: LocaleChanges[];
}

/** What has changed in the entries of a decision since they were last approved or published. */
export interface ContentChanges {
  /** Of what is shown here, or of what was there right before; null where nothing of it is under sign-off. */
  contentDigest: string | null;
  /** None for a person who may not read what the decision is about. */
  entries: EntryChanges[];
}

type Row = Readonly<Record<string, unknown>>;

const MAX_PARTS = 50;
/** Entries that are shown of a relation. */
const MAX_ENTRIES = 50;

/**
 * What has changed in the entries of a decision that are under sign-off since each was last approved or published, as far
 * as the person may read them.
 * @throws WorkTrackingError `not_found` for a decision that does not exist or that the person may not read
 */
export async function contentChanges(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
): Promise<ContentChanges> {
  const access = inboxAccess(strapi, admin);
  const decision = await readableDecision(strapi, access, documentId);
  // First: what is changed between this and the rest is shown, and refused when it is signed by this digest.
  const toSign = await entriesToSign(strapi, decision);
  const contentDigest = digestToSign(toSign);
  if (!('content' in (await access.visible(decision, ['content'])))) return { contentDigest, entries: [] };
  const references = toSign.map(({ reference }) => reference);
  const entries = await describeEntries(strapi, admin, references);
  return {
    contentDigest,
    entries: await Promise.all(
      entries.map(async (entry) => ({
        entry,
        locales: entry.state === 'readable' ? await localeChanges(strapi, admin, entry) : [],
      })),
    ),
  };
}

async function localeChanges(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, id, locale }: ContentReference,
): Promise<LocaleChanges[]> {
  const access = contentAccess(strapi, admin, type);
  const names = contentAttributes(strapi, type).map(([name]) => name);
  const populateAll = populateContent(strapi, type);
  const own = { documentId: id, ...(locale === null || !isLocalized(strapi, type) ? {} : { locale }) };
  const orderBy = [{ locale: 'asc' }, { id: 'asc' }];
  const rows: Row[] = await strapi.db.query(type).findMany({ where: own, populate: populateAll, orderBy });
  const { where, populate } = await access.query();
  const permitted: Row[] = await strapi.db.query(type).findMany({
    where: { $and: [where, own] },
    // What a role's conditions refer to is read as they ask for it, or they would not hold of it.
    populate: { ...populateAll, ...populate },
  });
  const allOf = (row: Row | undefined, locale: string | null) =>
    row ? contentParts(strapi, type, row, locale) : [];
  const readableOf = async (row: Row | undefined) => {
    const found = row && permitted.find((one) => one.id === row.id);
    return found ? allOf(await access.visible(found, names), localeOf(found)) : [];
  };
  // What was approved is no row any more: it is read as the draft is, and hidden where it is unlike it in what the role's
  // conditions follow from here to other entries.
  const followed = names.filter((name) => Object.hasOwn(populate, name));
  const readableAsApproved = async (draft: Row, content: Row) => {
    const found = permitted.find((one) => one.id === draft.id);
    const locale = localeOf(draft);
    const [own, approved] = [found ?? {}, content].map((one) => allOf(pick(one, followed), locale));
    if (found === undefined || changedParts(approved ?? [], own ?? []).length > 0) return [];
    const row = { ...omit(found, names), ...content, ...pick(found, followed) };
    return access.canReadRow(row) ? allOf(await access.visible(row, names), locale) : [];
  };
  const drafts = rows.filter(({ publishedAt }) => publishedAt === null);
  return Promise.all(
    drafts.map(async (draft) => {
      const published = rows.find((row) => row.publishedAt !== null && row.locale === draft.locale);
      const approved = await approvedContent(strapi, type, draft, published);
      const before = approved
        ? await readableAsApproved(draft, approved.content)
        : await readableOf(published);
      const readable = changedParts(before, await readableOf(draft));
      const shown = new Set(readable.map(keyOf));
      const locale = localeOf(draft);
      const all = changedParts(allOf(approved?.content ?? published, locale), allOf(draft, locale));
      return {
        locale,
        isPublished: published !== undefined,
        approvedAt: approved?.at ?? null,
        parts: await shownParts(strapi, admin, type, readable.slice(0, MAX_PARTS)),
        further: Math.max(readable.length - MAX_PARTS, 0),
        hasUnreadable: all.some((part) => !shown.has(keyOf(part))),
        previewUrl: permitted.some(({ id: row }) => row === draft.id)
          ? await previewOf(strapi, type, draft)
          : null,
      };
    }),
  );
}

const keyOf = ({ path }: Pick<ContentPart, 'path'>): string => JSON.stringify(path);

interface Change {
  path: readonly string[];
  before: ContentPart | undefined;
  after: ContentPart | undefined;
}

/** In the order of the draft; what it has no more comes last. */
function changedParts(old: readonly ContentPart[], draft: readonly ContentPart[]): Change[] {
  const before = new Map(old.map((part) => [keyOf(part), part]));
  const after = new Map(draft.map((part) => [keyOf(part), part]));
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((one) => {
    const [was, own] = [before.get(one), after.get(one)];
    if (was?.compared === own?.compared) return [];
    return [{ path: (own ?? was)?.path ?? [], before: was, after: own }];
  });
}

async function shownParts(
  strapi: Core.Strapi,
  admin: Administrator,
  type: string,
  changes: readonly Change[],
): Promise<ChangedPart[]> {
  const { metadatas } = await contentManager(strapi, 'content-types').findConfiguration({ uid: type });
  const withEntries = changes.map((change) => ({
    ...change,
    removed: entriesOnlyIn(change.before, change.after),
    added: entriesOnlyIn(change.after, change.before),
  }));
  const references = withEntries.flatMap(({ removed, added }) => [removed, added].flatMap(firstOf));
  const described = await describeEntries(strapi, admin, references);
  const inWords = (entries: readonly ContentReference[]): ShownValue => ({
    entries: firstOf(entries).flatMap((one) => described.find((entry) => isSameReference(entry, one)) ?? []),
  });
  return withEntries.map(({ path: [field = '', ...inside], before, after, removed, added }) => {
    const path = [metadatas[field]?.edit.label ?? field, ...inside];
    if (before?.entries ?? after?.entries) {
      return {
        path,
        before: before ? inWords(removed) : null,
        after: after ? inWords(added) : null,
        isCut: Math.max(removed.length, added.length) > MAX_ENTRIES,
      };
    }
    const texts = differingTexts(before?.text ?? '', after?.text ?? '');
    return {
      path,
      before: before ? { text: texts.before } : null,
      after: after ? { text: texts.after } : null,
      isCut: texts.isCut,
    };
  });
}

const firstOf = (entries: readonly ContentReference[]) => entries.slice(0, MAX_ENTRIES);

/** The entries that one part has and the other has not. */
function entriesOnlyIn(one: ContentPart | undefined, other: ContentPart | undefined): ContentReference[] {
  const others = new Set(other?.entries?.map(referenceText));
  return (one?.entries ?? []).filter((entry) => !others.has(referenceText(entry)));
}

/** @returns null where the application has no page for it, or failed to name it, which Strapi logs */
async function previewOf(strapi: Core.Strapi, type: string, draft: Row): Promise<string | null> {
  const config = contentManager(strapi, 'preview-config');
  if (!config.isEnabled() || !config.isConfigured()) return null;
  const { documentId, locale } = draft;
  const url = contentManager(strapi, 'preview').getPreviewUrl(type, { documentId, locale, status: 'draft' });
  return url.then(
    (one) => one ?? null,
    () => null,
  );
}

import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { refusalOf, type SignOffRule } from '../../../domain/sign-off';
import { configOf } from '../config';
import { transact } from '../database/transact';
import { defaultLocale, isLocalized } from '../host/locales';
import { beforeCommit } from '../host/transactions';
import { asStrapiError } from '../write/refusals';
import { askedDecisions } from './decisions';
import { draftsOf, publishedOf, type StoredEntry } from './entries';
import { signOffProject } from './project';
import { newEntryRefused, refused, withoutProject } from './refusals';
import { isSkipped } from './skipping';

/** A write of an entry through Strapi's document service, as far as it says what is published. */
export interface EntryWrite {
  uid: string;
  action: string;
  params: {
    documentId?: string;
    data?: { documentId?: string } | null;
    status?: string;
    /** One, several, `*` for all; without one the default. */
    locale?: string | readonly string[] | null;
  };
}

/** An entry in one locale that is to be published, with the digest of its content where that is known already. */
type ToPublish = ContentFilter & Partial<Pick<StoredEntry, 'digest'>>;

/**
 * Publishes entries of the types under sign-off only where the rule lets them: Strapi's panel, its releases, REST and
 * GraphQL, and code all publish through the document service. What is refused leaves nothing behind.
 */
export function requireSignOff(strapi: Core.Strapi): void {
  const { types } = configOf(strapi).signOff;
  if (Object.keys(types).length === 0) return;
  strapi.documents.use((context, next) => {
    const write = context as unknown as EntryWrite;
    const rule = types[write.uid];
    if (rule === undefined || !WRITES.includes(write.action)) return next();
    return publishing(strapi, rule, write, next) as never;
  });
}

/** The actions that publish: `create` and `update` with the status `published`, as Strapi's REST API sends it by default. */
const WRITES: readonly string[] = ['publish', 'create', 'update'];

const isPublishing = ({ action, params }: EntryWrite): boolean =>
  action === 'publish' || params.status === 'published';

/**
 * The rule is asked before, so that what follows a publication in the application does not begin; and once more of what
 * was published, as it is by then: the write may have changed it, and another middleware of the application may have made
 * it a publication.
 */
async function publishing(
  strapi: Core.Strapi,
  rule: SignOffRule,
  write: EntryWrite,
  next: () => Promise<unknown>,
): Promise<unknown> {
  // Before the transaction: on MariaDB its first read settles what it sees, and that is to be the one that locks.
  const codes = isPublishing(write) ? await localesOf(strapi, write) : undefined;
  const isOfCaller = strapi.db.inTransaction();
  let isBegun = false;
  const publish = async () => {
    const { uid: type } = write;
    let id = idOf(write);
    if (isPublishing(write)) await assertMayPublish(strapi, rule, write, { id, codes });
    const before = id === undefined ? [] : await publishedOf(strapi, { type, id });
    isBegun = true;
    try {
      const written = (await next()) as { documentId?: string } | null | undefined;
      id = written?.documentId ?? id;
      if (isPublishing(write) && id !== undefined) {
        const named = await localesOf(strapi, write);
        const published = await publishedOf(strapi, { type, id });
        const meant = published.filter((one) => isNamed(named, one) || isNew(before, one));
        await assertSignedOff(strapi, rule, await asApproved(strapi, { type, id }, meant, named));
      }
      return written;
    } catch (error) {
      // Whoever has begun the transaction can go on with it, but not commit what must not be published. One that the
      // database has given up can't be read, nor committed.
      const kept = isOfCaller && id !== undefined && keepFromCommit(strapi, rule, { type, id }, before);
      await Promise.allSettled([kept]);
      throw error;
    }
  };
  // On MariaDB one of two who wait for an entry can be refused the lock. What other code has begun is not done twice.
  return inStrapisTerms(transact(strapi, publish, () => !isBegun));
}

const isNamed = (named: readonly string[] | undefined, { locale }: StoredEntry): boolean =>
  named === undefined || locale === undefined || named.includes(locale);

const isNew = (before: readonly StoredEntry[], { row, digest }: StoredEntry): boolean =>
  !before.some((one) => one.row === row && one.digest === digest);

/**
 * What Strapi publishes in the named locales is the drafts. Fields that are the same in every locale it writes into what is
 * published of the others, too: that is approved where it says by then what an approved draft says.
 * @returns what is published, with the digests that the rule asks for
 */
async function asApproved(
  strapi: Core.Strapi,
  entry: ContentFilter,
  published: readonly StoredEntry[],
  named: readonly string[] | undefined,
): Promise<ToPublish[]> {
  if (published.length === 0) return [];
  const drafts = await draftsOf(strapi, entry);
  return published.map((one) => {
    const draft = drafts.find((other) => isSameEntry(other, one));
    const isDraft = isNamed(named, one) || draft?.publishedDigest === one.publishedDigest;
    return { ...one, digest: (isDraft ? draft : one)?.digest ?? '' };
  });
}

const isSameEntry = (one: ContentFilter, other: ContentFilter): boolean =>
  one.id === other.id && one.locale === other.locale;

/** Has the running transaction fail at its end if what a write that failed has published is still there, unapproved. */
async function keepFromCommit(
  strapi: Core.Strapi,
  rule: SignOffRule,
  entry: ContentFilter,
  before: readonly StoredEntry[],
): Promise<void> {
  const left = (await publishedOf(strapi, entry)).filter((one) => isNew(before, one));
  const asLeft = await asApproved(strapi, entry, left, []);
  await beforeCommit(strapi, async () => {
    const now = await publishedOf(strapi, entry);
    const still = asLeft.filter((_, index) => left[index] && !isNew(now, left[index]));
    await inStrapisTerms(assertSignedOff(strapi, rule, still));
  });
}

async function inStrapisTerms<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asStrapiError(error);
  }
}

/** The document id that a write names; a new entry can be given one. */
const idOf = ({ action, params }: EntryWrite): string | undefined =>
  action === 'create' ? params.data?.documentId : params.documentId;

/**
 * What an update publishes is not there yet, and is compared when it is. What a new entry says nobody can have approved.
 * @throws WorkTrackingError `sign_off_required`
 */
export async function assertMayPublish(
  strapi: Core.Strapi,
  rule: SignOffRule,
  write: EntryWrite,
  { id, codes }: { id: string | undefined; codes: string[] | undefined },
): Promise<void> {
  if (id === undefined) {
    if (rule === 'always') throw await newEntryRefused(strapi, write.uid, write.params.data ?? {});
    return;
  }
  const entries = await draftsToPublish(strapi, write, { id, codes });
  const isCompared = rule === 'always' && write.action === 'publish';
  const locale = codes?.length === 1 ? codes[0] : undefined;
  const drafts = isCompared ? await draftsOf(strapi, { type: write.uid, id, locale }) : [];
  const ofDraft = (entry: ContentFilter) => drafts.find((one) => isSameEntry(one, entry))?.digest ?? '';
  const toPublish = entries.map((entry) => (isCompared ? { ...entry, digest: ofDraft(entry) } : entry));
  await assertSignedOff(strapi, rule, toPublish);
}

/** @throws WorkTrackingError `sign_off_required` for an entry that the rule keeps back */
async function assertSignedOff(
  strapi: Core.Strapi,
  rule: SignOffRule,
  entries: readonly ToPublish[],
): Promise<void> {
  if (entries.length === 0) return;
  const { project: key, approvals } = configOf(strapi).signOff;
  const project = await signOffProject(strapi);
  for (const { type, id, locale, digest } of entries) {
    const entry = { type, id, locale };
    if (isSkipped(entry)) continue;
    if (project === null) throw await withoutProject(strapi, entry, key);
    const decisions = await askedDecisions(strapi, project.id, entry);
    const refusal = refusalOf(rule, decisions, { approvals, digest });
    if (refusal) throw await refused(strapi, entry, { refusal, key: project.key });
  }
}

/**
 * The drafts that a write publishes, and locales that it makes, by their ids and locales as they are stored. What is there
 * already is locked, so that nobody changes it until it is published.
 */
async function draftsToPublish(
  strapi: Core.Strapi,
  { uid: type, action }: EntryWrite,
  { id, codes }: { id: string; codes: string[] | undefined },
): Promise<ContentFilter[]> {
  const drafts = await lockDrafts(strapi, type, { ids: [id], codes });
  if (drafts.length > 0 || action === 'publish') {
    return drafts.map((draft) => ({ type, id: draft.documentId, locale: draft.locale ?? undefined }));
  }
  const other: { documentId: string } | null = await strapi.db
    .query(type)
    .findOne({ select: ['documentId'], where: { documentId: id } });
  // Strapi makes nothing of an update of what is not there.
  if (other === null && action === 'update') return [];
  const stored = other?.documentId ?? id;
  return codes ? codes.map((code) => ({ type, id: stored, locale: code })) : [{ type, id: stored }];
}

/**
 * Locks the drafts of entries in the running transaction, in the order of their rows.
 * @param codes locales; undefined for all
 */
export const lockDrafts = (
  strapi: Core.Strapi,
  type: string,
  { ids, codes }: { ids: readonly string[]; codes: readonly string[] | undefined },
): Promise<{ documentId: string; locale: string | null }[]> =>
  strapi.db
    .queryBuilder(type)
    .select(['documentId', 'locale'])
    .where({ documentId: { $in: ids }, publishedAt: null, ...(codes ? { locale: { $in: codes } } : {}) })
    .orderBy({ id: 'asc' })
    .forUpdate()
    .execute();

/** The locales that a write names, without any the default one; undefined for all, and for a type that has none. */
export async function localesOf(
  strapi: Core.Strapi,
  { uid, params: { locale } }: EntryWrite,
): Promise<string[] | undefined> {
  if (!isLocalized(strapi, uid)) return undefined;
  const named = [locale ?? []].flat().filter((code) => code !== '');
  if (named.length === 0) return [await defaultLocale(strapi)];
  // Code can give a condition in place of a locale.
  return named.includes('*') || named.some((code) => typeof code !== 'string') ? undefined : named;
}

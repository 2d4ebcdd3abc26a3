import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { refusalOf, type SignOffRule } from '../../../domain/sign-off';
import { configOf } from '../config';
import { defaultLocale, isLocalized } from '../host/locales';
import { beforeCommit } from '../host/transactions';
import { asStrapiError } from '../lifecycles/strapi-errors';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { askedDecisions } from './decisions';
import { draftsOf, publishedOf, type StoredEntry } from './entries';
import { newEntryRefused, refused, withoutProject } from './refusals';

/** A write of an entry through Strapi's document service, as far as it says what is published. */
interface EntryWrite {
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
  const codes = await localesOf(strapi, write);
  const isOfCaller = strapi.db.inTransaction();
  return inStrapisTerms(
    strapi.db.transaction(async () => {
      let id = idOf(write);
      if (isPublishing(write)) await assertMayPublish(strapi, rule, write, { id, codes });
      const before =
        isPublishing(write) && id !== undefined ? await publishedOf(strapi, { type: write.uid, id }) : [];
      const assertAsApproved = async (which: 'all' | 'changed'): Promise<void> => {
        if (id === undefined || !isPublishing(write)) return;
        const named = await localesOf(strapi, write);
        await assertPublished(strapi, rule, { type: write.uid, id }, { before, named, which });
      };
      try {
        const written = (await next()) as { documentId?: string } | null | undefined;
        id = written?.documentId ?? id;
        await assertAsApproved('all');
        return written;
      } catch (error) {
        // Whoever has begun the transaction can go on with it, but not commit what must not be published.
        if (isOfCaller) await beforeCommit(strapi, () => inStrapisTerms(assertAsApproved('changed')));
        throw error;
      }
    }),
  );
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
async function assertMayPublish(
  strapi: Core.Strapi,
  rule: SignOffRule,
  write: EntryWrite,
  { id, codes }: { id: string | undefined; codes: string[] | undefined },
): Promise<void> {
  if (id === undefined) {
    if (rule === 'always') throw await newEntryRefused(strapi, write.uid, write.params.data ?? {});
    return;
  }
  const drafts = await draftsToPublish(strapi, write, { id, codes });
  const isCompared = rule === 'always' && write.action === 'publish';
  await assertSignedOff(strapi, rule, isCompared ? await asTheyAre(strapi, drafts) : drafts);
}

/** What a write has published of an entry. */
interface Published {
  /** What was published of it before. */
  before: readonly StoredEntry[];
  /** The locales that the write names; undefined for all. */
  named: readonly string[] | undefined;
  /** Whether the named ones are asked about where they say the same as before. */
  which: 'all' | 'changed';
}

/**
 * What Strapi publishes in the named locales is the drafts. Fields that are the same in every locale it writes into what is
 * published of the others, too, which must be approved as well.
 * @throws WorkTrackingError `sign_off_required`
 */
async function assertPublished(
  strapi: Core.Strapi,
  rule: SignOffRule,
  entry: ContentFilter,
  { before, named, which }: Published,
): Promise<void> {
  const isNamed = ({ locale }: ContentFilter) =>
    named === undefined || locale === undefined || named.includes(locale);
  const isChanged = ({ locale, digest }: StoredEntry) =>
    !before.some((one) => one.locale === locale && one.digest === digest);
  const published = (await publishedOf(strapi, entry)).filter(
    (one) => isChanged(one) || (which === 'all' && isNamed(one)),
  );
  if (published.length === 0) return;
  const drafts = await draftsOf(strapi, entry);
  const draftOf = (one: StoredEntry) => drafts.find(({ locale }) => locale === one.locale);
  await assertSignedOff(
    strapi,
    rule,
    published.map((one) => (isNamed(one) ? (draftOf(one) ?? one) : one)),
  );
}

/** @throws WorkTrackingError `sign_off_required` for an entry that the rule keeps back */
async function assertSignedOff(
  strapi: Core.Strapi,
  rule: SignOffRule,
  entries: readonly ToPublish[],
): Promise<void> {
  const { project: key, approvals } = configOf(strapi).signOff;
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { key } });
  for (const { type, id, locale, digest } of entries) {
    const entry = { type, id, locale };
    if (project === null) throw await withoutProject(strapi, entry, key);
    const decisions = await askedDecisions(strapi, project.id, entry);
    const refusal = refusalOf(rule, decisions, { approvals, digest });
    if (refusal) throw await refused(strapi, entry, { refusal, key });
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
  const drafts = await strapi.db
    .queryBuilder(type)
    .select(['documentId', 'locale'])
    .where({ documentId: id, publishedAt: null, ...(codes ? { locale: codes } : {}) })
    .orderBy({ id: 'asc' })
    .forUpdate()
    .execute<{ documentId: string; locale: string | null }[]>();
  if (drafts.length > 0 || action === 'publish') {
    return drafts.map((draft) => ({ type, id: draft.documentId, locale: draft.locale ?? undefined }));
  }
  const other: { documentId: string } | null = await strapi.db
    .query(type)
    .findOne({ select: ['documentId'], where: { documentId: id } });
  const stored = other?.documentId ?? id;
  return codes ? codes.map((code) => ({ type, id: stored, locale: code })) : [{ type, id: stored }];
}

/** The locales that a write names, without any the default one; undefined for all, and for a type that has none. */
async function localesOf(
  strapi: Core.Strapi,
  { uid, params: { locale } }: EntryWrite,
): Promise<string[] | undefined> {
  if (!isLocalized(strapi, uid)) return undefined;
  const named = [locale ?? []].flat().filter((code) => code !== '');
  if (named.length === 0) return [await defaultLocale(strapi)];
  // Code can give a condition in place of a locale.
  return named.includes('*') || named.some((code) => typeof code !== 'string') ? undefined : named;
}

/** Entries with the digests of their drafts. */
const asTheyAre = (strapi: Core.Strapi, entries: readonly ContentFilter[]): Promise<ToPublish[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const [draft] = await draftsOf(strapi, entry);
      return { ...entry, digest: draft?.digest ?? '' };
    }),
  );

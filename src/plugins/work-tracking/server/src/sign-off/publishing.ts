import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { refusalOf, type SignOffRule } from '../../../domain/sign-off';
import { configOf } from '../config';
import { undoneIfRefused } from '../database/savepoint';
import { defaultLocale, isLocalized } from '../host/locales';
import { asStrapiError } from '../lifecycles/strapi-errors';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { askedDecisions } from './decisions';
import { draftsOf, publishedOf, type StoredEntry } from './entries';
import { refused, withoutProject } from './refusals';

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
  const { uid, action, params } = write;
  const documentId = params.documentId ?? params.data?.documentId;
  // Before the transaction: on MariaDB its first read settles what it sees, and that is to be the one that locks.
  const codes = await localesOf(strapi, write);
  try {
    return await undoneIfRefused(strapi, async () => {
      if (isPublishing(write) && documentId !== undefined) {
        const drafts = await publishedBy(strapi, write, { documentId, codes });
        // What an update publishes is not there yet.
        await assertSignedOff(
          strapi,
          rule,
          action === 'publish' ? await asTheyAre(strapi, rule, drafts) : drafts,
        );
      }
      const before = documentId === undefined ? [] : await otherLocales(strapi, uid, documentId);
      const written = (await next()) as { documentId: string } | null;
      if (!isPublishing(write) || written === null) return written;
      const published = await asTheyAre(
        strapi,
        rule,
        await publishedBy(strapi, write, {
          documentId: written.documentId,
          codes: await localesOf(strapi, write),
        }),
      );
      const after = await otherLocales(strapi, uid, written.documentId);
      await assertSignedOff(strapi, rule, [...published, ...changed(before, after, published)]);
      return written;
    });
  } catch (error) {
    throw asStrapiError(error);
  }
}

/** @throws WorkTrackingError `sign_off_required` for an entry that the rule keeps back */
async function assertSignedOff(
  strapi: Core.Strapi,
  rule: SignOffRule,
  entries: readonly ToPublish[],
): Promise<void> {
  const { project: key, approvals } = configOf(strapi).signOff;
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { key } });
  for (const { digest, ...entry } of entries) {
    if (project === null) throw await withoutProject(strapi, entry, key);
    const decisions = await askedDecisions(strapi, project.id, entry);
    const refusal = refusalOf(rule, decisions, { approvals, digest });
    if (refusal) throw await refused(strapi, entry, { refusal, key });
  }
}

/**
 * What a write publishes of an entry, by its id and locales as they are stored: some databases find them in capitals, too.
 * Of a type without locales it is one, and a locale that an update makes is among them. What is there already is locked,
 * so that nobody changes it until it is published.
 */
async function publishedBy(
  strapi: Core.Strapi,
  { uid: type, action }: EntryWrite,
  { documentId, codes }: { documentId: string; codes: string[] | undefined },
): Promise<ContentFilter[]> {
  const drafts = await strapi.db
    .queryBuilder(type)
    .select(['documentId', 'locale'])
    .where({ documentId, publishedAt: null, ...(codes ? { locale: codes } : {}) })
    .orderBy({ id: 'asc' })
    .forUpdate()
    .execute<{ documentId: string; locale: string | null }[]>();
  if (drafts.length > 0 || action === 'publish') {
    return drafts.map((draft) => ({ type, id: draft.documentId, locale: draft.locale ?? undefined }));
  }
  const other: { documentId: string } | null = await strapi.db
    .query(type)
    .findOne({ select: ['documentId'], where: { documentId } });
  const id = other?.documentId ?? documentId;
  return codes ? codes.map((code) => ({ type, id, locale: code })) : [{ type, id }];
}

/** The locales that a write names, without any the default one; undefined for all, and for a type that has none. */
async function localesOf(
  strapi: Core.Strapi,
  { uid, params: { locale } }: EntryWrite,
): Promise<string[] | undefined> {
  if (locale === '*' || !isLocalized(strapi, uid)) return undefined;
  const named = [locale ?? []].flat().filter((code) => code !== '');
  return named.length > 0 ? named : [await defaultLocale(strapi)];
}

/** Entries with the digests of their drafts, which are what is published; the rule `asked` needs none. */
async function asTheyAre(
  strapi: Core.Strapi,
  rule: SignOffRule,
  entries: readonly ContentFilter[],
): Promise<readonly ToPublish[]> {
  if (rule === 'asked') return entries;
  return Promise.all(
    entries.map(async (entry) => {
      const [draft] = await draftsOf(strapi, entry);
      return { ...entry, digest: draft?.digest ?? '' };
    }),
  );
}

/** What is published in the locales of an entry; nothing of a type that has none. */
const otherLocales = (strapi: Core.Strapi, type: string, id: string): Promise<StoredEntry[]> =>
  isLocalized(strapi, type) ? publishedOf(strapi, { type, id }) : Promise.resolve([]);

/**
 * Strapi writes the fields that are the same in every locale into what is published in the others, too.
 * @returns what is published of them and says something else than before
 */
const changed = (
  before: readonly StoredEntry[],
  after: readonly StoredEntry[],
  published: readonly ContentFilter[],
): StoredEntry[] =>
  after.filter(
    ({ locale, digest }) =>
      !published.some((one) => one.locale === locale) &&
      before.some((one) => one.locale === locale && one.digest !== digest),
  );

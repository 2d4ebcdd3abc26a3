import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { WorkTrackingError } from '../../../domain/errors';
import { refusalOfAsked, type SignOffRefusal } from '../../../domain/sign-off';
import { configOf } from '../config';
import { titleAttribute } from '../content-types/content-reference/entry-title';
import { defaultLocale, isLocalized } from '../host/locales';
import { asStrapiError } from '../lifecycles/strapi-errors';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';
import { askedDecisions } from './decisions';

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

/**
 * Publishes entries of the types under sign-off only where the rule lets them: Strapi's panel, its releases, REST and
 * GraphQL, and code all publish through the document service. What is refused leaves nothing behind.
 */
export function requireSignOff(strapi: Core.Strapi): void {
  const { types } = configOf(strapi).signOff;
  if (Object.keys(types).length === 0) return;
  strapi.documents.use((context, next) => {
    const write = context as unknown as EntryWrite;
    if (!(write.uid in types) || !WRITES.includes(write.action)) return next();
    return publishing(strapi, write, next) as never;
  });
}

/** The actions that publish: `create` and `update` with the status `published`, as Strapi's REST API sends it by default. */
const WRITES: readonly string[] = ['publish', 'create', 'update'];

const isPublishing = ({ action, params }: EntryWrite): boolean =>
  action === 'publish' || params.status === 'published';

/**
 * The rule is asked before, so that code that goes on in its own transaction after a refusal has written nothing; and once
 * more of what was published, since another middleware of the application may have made it a publication.
 */
async function publishing(
  strapi: Core.Strapi,
  write: EntryWrite,
  next: () => Promise<unknown>,
): Promise<unknown> {
  const { params } = write;
  try {
    return await strapi.db.transaction(async () => {
      if (isPublishing(write))
        await assertSignedOff(strapi, write, params.documentId ?? params.data?.documentId);
      const written = (await next()) as { documentId: string } | null;
      if (isPublishing(write)) await assertSignedOff(strapi, write, written?.documentId);
      return written;
    });
  } catch (error) {
    throw asStrapiError(error);
  }
}

/** @throws WorkTrackingError `sign_off_required` for an entry that the rule keeps back */
async function assertSignedOff(
  strapi: Core.Strapi,
  write: EntryWrite,
  documentId: string | undefined,
): Promise<void> {
  if (documentId === undefined) return;
  const { project: key, approvals } = configOf(strapi).signOff;
  const project: Project | null = await strapi.db.query(PROJECT).findOne({ where: { key } });
  for (const entry of await publishedBy(strapi, write, documentId)) {
    if (project === null) throw withoutProject(await nameOf(strapi, entry), key);
    const refusal = refusalOfAsked(await askedDecisions(strapi, project.id, entry), approvals);
    if (refusal) throw refused(await nameOf(strapi, entry), refusal);
  }
}

/**
 * What a write publishes of an entry, by its id and locales as they are stored: some databases find them in capitals, too.
 * Of a type without locales it is one, and a locale that an update makes is among them.
 */
async function publishedBy(
  strapi: Core.Strapi,
  { uid: type, action, params: { locale } }: EntryWrite,
  documentId: string,
): Promise<ContentFilter[]> {
  const codes = isLocalized(strapi, type) ? await localesOf(strapi, locale) : undefined;
  const stored = (where: object): Promise<{ documentId: string; locale: string | null }[]> =>
    strapi.db.query(type).findMany({ select: ['documentId', 'locale'], where: { documentId, ...where } });
  const drafts = await stored({ publishedAt: null, ...(codes ? { locale: codes } : {}) });
  if (drafts.length > 0 || action === 'publish') {
    return drafts.map((draft) => ({ type, id: draft.documentId, locale: draft.locale ?? undefined }));
  }
  const [other] = await stored({});
  const id = other?.documentId ?? documentId;
  return codes ? codes.map((code) => ({ type, id, locale: code })) : [{ type, id }];
}

/** The locales that a write names, without any the default one; undefined for all. */
async function localesOf(
  strapi: Core.Strapi,
  locale: EntryWrite['params']['locale'],
): Promise<string[] | undefined> {
  if (locale === '*') return undefined;
  const named = [locale ?? []].flat().filter((code) => code !== '');
  return named.length > 0 ? named : [await defaultLocale(strapi)];
}

/** The title of an entry, in its locale where that is there; the id of one without. */
async function nameOf(strapi: Core.Strapi, { type, id, locale }: ContentFilter): Promise<string> {
  const title = await titleAttribute(strapi, type);
  if (title === undefined) return id;
  const drafts: Record<string, unknown>[] = await strapi.db.query(type).findMany({
    select: [title, 'locale'],
    where: { documentId: id, publishedAt: null },
    orderBy: { id: 'asc' },
  });
  const draft = drafts.find((one) => one.locale === locale) ?? drafts[0];
  const given = draft?.[title];
  return typeof given === 'string' && given !== '' ? given : id;
}

function withoutProject(name: string, key: string): WorkTrackingError {
  return new WorkTrackingError('sign_off_required', {
    message:
      `"${name}" is not published: it is signed off by decisions of the project "${key}" (SIGN_OFF_PROJECT), and there ` +
      'is no such project.',
    reason: 'none',
    decision: null,
  });
}

function refused(name: string, { reason, decision }: SignOffRefusal): WorkTrackingError {
  const { documentId, slug, title } = decision;
  const message =
    reason === 'open'
      ? `"${name}" is not published: the decision "${title}" about it is open. Resolve that one first.`
      : `"${name}" is not published: the decision "${title}" did not approve it. File another one about it.`;
  return new WorkTrackingError('sign_off_required', {
    message,
    reason,
    decision: { id: documentId, slug, title },
  });
}

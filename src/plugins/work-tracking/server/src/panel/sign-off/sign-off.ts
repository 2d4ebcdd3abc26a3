import type { Core } from '@strapi/types';
import pick from 'lodash/pick';
import type { ContentFilter } from '../../../../domain/content';
import { ASKED_FIELDS } from '../../../../domain/decision';
import { invalidField, shortened } from '../../../../domain/errors';
import { SIGN_OFF_TEXTS } from '../../../../domain/sign-off-texts';
import { slugOf } from '../../../../domain/slug';
import { configOf } from '../../config';
import { freeSlug } from '../../content-types/decision/rules';
import { lockRow } from '../../database/locks';
import { transact } from '../../database/transact';
import type { Decision } from '../../records/decision';
import { signersWithout, type Signers } from '../../records/person';
import type { Project } from '../../records/project';
import { askedDecisions } from '../../sign-off/decisions';
import { draftsOf } from '../../sign-off/entries';
import { signOffProject } from '../../sign-off/project';
import { withoutProject } from '../../sign-off/refusals';
import { entriesToSign, type DecisionToSign } from '../../sign-off/signing';
import { isUnderSignOff, signOffState, type SignOffState } from '../../sign-off/state';
import { DECISION, PROJECT } from '../../uids';
import { contentAccess } from '../content-access';
import { decisionAccess } from '../inbox/access';
import { visibleDecisions } from '../inbox/inbox';
import { notFound } from '../readable';
import { requiredNames } from '../required-fields';
import type { Administrator } from '../route';
import { describeEntries, inOneLocale, type DescribedEntry } from '../work/entries';
import { canSkip, lastSkipped } from './skipping';

/** The fields of the decision that is shown beside an entry. */
const SHOWN = ['documentId', 'slug', 'title', 'state', 'verdict', 'note', 'createdAt', 'resolvedAt'];

/** Who is named beside an entry of those who may approve it. */
const MAX_SIGNERS = 4;

/** Leaves room for the locale in a title that the inbox shows in a line or two. */
const MAX_NAME_LENGTH = 150;

/**
 * What the sign-off says of an entry in one locale, as far as the person may read it and the decision that it hangs on.
 * @returns null for a type that is not under sign-off
 * @throws WorkTrackingError `not_found` for an entry that the person may not read
 * @throws WorkTrackingError `validation_failed` without a locale where the type has several
 */
export async function signOffOf(strapi: Core.Strapi, admin: Administrator, asked: ContentFilter) {
  if (!isUnderSignOff(strapi, asked.type)) return null;
  const entry = inOneLocale(strapi, asked);
  await readableEntry(strapi, admin, entry);
  const { changedBy, decision, ...signOff } = await signOffState(strapi, entry);
  return {
    ...pick(signOff, ['rule', 'isPublishable', 'state', 'isPublished', 'contentDigest', 'updatedAt']),
    decision: decision && (await shownDecision(strapi, admin, decision.documentId)),
    ...(await signersOf(strapi, { decision, changedBy, isOpen: signOff.state === 'open' })),
    canAsk: canAsk(strapi, admin),
    canSkip: await canSkip(strapi, admin, entry),
    skipped: await lastSkipped(strapi, admin, entry),
  };
}

/** Those who may approve what is asked for: neither who has asked nor who has changed a draft of it last. */
async function signersOf(
  strapi: Core.Strapi,
  { decision, changedBy, isOpen }: Pick<SignOffState, 'decision' | 'changedBy'> & { isOpen: boolean },
): Promise<Signers> {
  const asked: (DecisionToSign & { createdBy: { id: number } | null }) | null =
    decision &&
    (await strapi.db.query(DECISION).findOne({
      where: { documentId: decision.documentId },
      populate: { project: true, createdBy: { select: ['id'] } },
    }));
  // It can be about other entries and locales as well.
  const entries = asked && isOpen ? await entriesToSign(strapi, asked) : [];
  const changers = entries.flatMap(({ drafts }) => drafts.map((draft) => draft.changedBy));
  const without = [asked?.createdBy?.id ?? null, changedBy, ...changers];
  return signersWithout(
    strapi,
    without.filter((id) => id !== null),
    MAX_SIGNERS,
  );
}

function canAsk(strapi: Core.Strapi, admin: Administrator): boolean {
  const access = contentAccess(strapi, admin, DECISION);
  return [...ASKED_FIELDS, ...requiredNames(strapi, DECISION)].every((field) => access.canCreate(field));
}

async function readableEntry(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, id, locale }: ContentFilter,
): Promise<DescribedEntry> {
  const [described] = await describeEntries(strapi, admin, [{ type, id, locale: locale ?? null }]);
  if (described?.state !== 'readable') throw notFound('entry');
  return described;
}

async function shownDecision(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  const access = decisionAccess(strapi, admin, ['state']);
  if (!access.canRead('state')) return null;
  const { where, populate } = await access.query({ documentId });
  const row: Decision | null = await strapi.db.query(DECISION).findOne({ where, populate });
  if (row === null) return null;
  const [decision] = await visibleDecisions(strapi, admin, access, [row], SHOWN);
  return decision ?? null;
}

/**
 * Files a decision about an entry, whose options approve or reject it. The actor in the audit entry is the person, who
 * can't approve it then.
 * @param fields the values of the fields that a content team has made required
 * @throws WorkTrackingError `not_found`; `not_permitted` unless the person may create decisions in the content manager
 * @throws WorkTrackingError `validation_failed` while another one is open, or for a type that is not under sign-off
 */
export async function askForSignOff(
  strapi: Core.Strapi,
  admin: Administrator,
  asked: ContentFilter,
  fields: Record<string, unknown> = {},
) {
  const access = contentAccess(strapi, admin, DECISION);
  const { project: key, approvals, language } = configOf(strapi).signOff;
  const texts = SIGN_OFF_TEXTS[language];
  const { type, id } = asked;
  if (!isUnderSignOff(strapi, type)) throw invalidField('type', `Entries of "${type}" need no sign-off.`);
  const entry = inOneLocale(strapi, asked);
  const locale = entry.locale ?? null;
  // Before the transaction: on MariaDB its first read settles what it sees, and that is to be the one that locks.
  const found = await signOffProject(strapi);
  return transact(strapi, async () => {
    // Of two who ask at once, the second finds the decision of the first.
    const project = found && (await lockRow<Project>(strapi, PROJECT, { id: found.id }));
    const { title } = await readableEntry(strapi, admin, entry);
    if ((await draftsOf(strapi, entry)).length === 0) throw notFound('entry');
    if (project === null) throw await withoutProject(strapi, entry, key);
    if ((await askedDecisions(strapi, project.id, entry)).open !== null) {
      throw invalidField('content', 'Somebody has asked for this already; that decision is open.');
    }
    const name = title === null ? id : shortened(title, MAX_NAME_LENGTH);
    const given = {
      ...fields,
      title: texts.title(name, locale),
      slug: await freeSlug(strapi, project.id, slugOf(name)),
      frontmatter: { options: optionsOf(approvals, texts) },
      content: [{ type, id, locale }],
      project: project.id,
    };
    const data = { ...(await access.creation(given)), project: project.id };
    const { documentId } = (await strapi
      .documents(DECISION as never)
      .create({ data } as never)) as unknown as Decision;
    return { documentId };
  });
}

/** The one approves and the other does not, whatever else approves. */
function optionsOf(
  approvals: readonly string[],
  { approved, rejected }: { approved: string; rejected: string },
): { id: string; title: string }[] {
  const isUsual = approvals.some((one) => one.toLowerCase() === 'approved');
  const [first = 'approved'] = approvals;
  return [
    isUsual ? { id: 'approved', title: approved } : { id: first, title: first },
    { id: 'rejected', title: rejected },
  ];
}

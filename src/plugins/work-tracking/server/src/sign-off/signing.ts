import type { Core } from '@strapi/types';
import type { ContentReference } from '../../../domain/content';
import { WorkTrackingError } from '../../../domain/errors';
import { saysApproved } from '../../../domain/sign-off';
import { configOf } from '../config';
import { storeSignatures, type Signature } from '../content-types/signature/signatures';
import { isLocalized } from '../host/locales';
import type { Project } from '../records/project';
import { DECISION } from '../uids';
import { keptContent } from './approved-content';
import { digestOf } from './digest';
import { draftsOf, nameOf, type StoredEntry } from './entries';
import { signOffProject } from './project';
import { isUnderSignOff } from './state';

/** A decision that is to be resolved, as it is stored. */
export interface DecisionToSign {
  id: number;
  content: readonly ContentReference[] | null;
  project: Pick<Project, 'id'> | null;
}

/** An entry under sign-off that a decision is about, and its drafts: one for each locale that is meant. */
interface EntryToSign {
  reference: ContentReference;
  drafts: readonly StoredEntry[];
}

/** A resolution by a person in the panel. */
export interface Signing {
  decision: DecisionToSign;
  /** Those of its entries that are under sign-off, as they are. */
  entries: readonly EntryToSign[];
  resolution: { optionId?: string | undefined; verdict: string };
}

/** The entries whose publication hangs on a decision, as they are now. */
export async function entriesToSign(
  strapi: Core.Strapi,
  { content, project }: Omit<DecisionToSign, 'id'>,
): Promise<EntryToSign[]> {
  if (project === null || project.id !== (await signOffProject(strapi))?.id) return [];
  const references = (content ?? []).filter(({ type }) => isUnderSignOff(strapi, type));
  return Promise.all(
    references.map(async (reference) => {
      const { type, id, locale } = reference;
      const meant = isLocalized(strapi, type) ? (locale ?? undefined) : undefined;
      const drafts = await draftsOf(strapi, { type, id, locale: meant });
      // Some databases find ids and locales in capitals, too; those are meant by no reference.
      const isMeant = (draft: StoredEntry) =>
        draft.id === id && (meant === undefined || draft.locale === meant);
      return { reference, drafts: drafts.filter(isMeant) };
    }),
  );
}

/** One digest of all the entries whose publication hangs on a decision; null for none. */
export const digestToSign = (entries: readonly EntryToSign[]): string | null =>
  entries.length === 0
    ? null
    : digestOf(
        entries.map(({ reference, drafts }) => [
          reference,
          drafts.map(({ locale = null, digest }) => [locale, digest]),
        ]),
      );

/**
 * Neither who has asked nor who has changed a draft last can approve it; super admins are no exception.
 * @param userId row id of the administrator who resolves the decision
 * @throws WorkTrackingError `self_resolution`
 */
export async function assertMaySign(
  strapi: Core.Strapi,
  userId: number,
  { decision, entries, resolution }: Signing,
): Promise<void> {
  if (entries.length === 0 || !saysApproved(resolution, configOf(strapi).signOff.approvals)) return;
  if ((await askerOf(strapi, decision.id)) === userId) {
    throw new WorkTrackingError('self_resolution', {
      message: 'You have asked for this yourself. Somebody else has to approve it.',
    });
  }
  const own = entries.flatMap(({ drafts }) => drafts).find(({ changedBy }) => changedBy === userId);
  if (own === undefined) return;
  throw new WorkTrackingError('self_resolution', {
    message: `You were the last to change "${await nameOf(strapi, own)}". Somebody else has to approve it.`,
  });
}

/** The row id of the administrator who has filed a decision; null for a program. */
async function askerOf(strapi: Core.Strapi, decisionRow: number): Promise<number | null> {
  const found: { createdBy: { id: number } | null } | null = await strapi.db
    .query(DECISION)
    .findOne({ select: ['id'], where: { id: decisionRow }, populate: { createdBy: { select: ['id'] } } });
  return found?.createdBy?.id ?? null;
}

/** Signs in the running transaction what a decision is about, for a person in the panel who resolves it. */
export async function signDecision(
  strapi: Core.Strapi,
  { decision: { id, content }, entries, resolution }: Signing,
): Promise<void> {
  const isApproval = saysApproved(resolution, configOf(strapi).signOff.approvals);
  const without = { digest: null, content: null };
  const signatures = (content ?? []).flatMap((reference): Signature[] => {
    const entry = entries.find((one) => one.reference === reference);
    if (entry === undefined) return [{ ...reference, ...without }];
    const { type, id: entryId } = reference;
    const signed = entry.drafts.map(({ locale = null, digest, values }) => ({
      ...{ type, id: entryId, locale, digest },
      content: isApproval ? keptContent(strapi, type, values) : null,
    }));
    // The rule `asked` takes every locale for approved, those that are not written yet, too.
    const isEvery = reference.locale === null && isLocalized(strapi, type);
    return signed.length === 0 || isEvery ? [...signed, { ...reference, ...without }] : signed;
  });
  await storeSignatures(strapi, id, signatures);
}

import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import type { AskedDecisions, EntryResolution } from '../../../domain/sign-off';
import { idsAbout, lastingEntry } from '../content-types/content-reference/references';
import { signedAbout } from '../content-types/signature/signatures';
import { DECISION } from '../uids';

/** A decision without what may be long. */
type Found = Omit<EntryResolution, 'signed'> & { id: number; state: string; resolvedAt: string | null };
const SELECTED = ['id', 'documentId', 'slug', 'title', 'optionId', 'verdict', 'state', 'resolvedAt'];

/**
 * The decisions of a project about an entry that its publication hangs on.
 * @param entry with a locale, those about that locale of it or about every one count
 */
export async function askedDecisions(
  strapi: Core.Strapi,
  projectId: number,
  entry: ContentFilter,
): Promise<AskedDecisions> {
  // All of them: for the last of a state, SQLite would go through every decision of that state.
  const decisions: Found[] = await strapi.db.query(DECISION).findMany({
    select: SELECTED,
    where: { id: { $in: idsAbout(strapi, 'decision', { projectId, entry: lastingEntry(strapi, entry) }) } },
  });
  const last = (state: string): Found | null =>
    decisions
      .filter((decision) => decision.state === state)
      .sort((one, other) => timeOf(one) - timeOf(other) || one.id - other.id)
      .at(-1) ?? null;
  const [open, resolved] = [last('open'), last('resolved')];
  if (resolved === null) return { open, resolved };
  return { open, resolved: { ...resolved, signed: await signedAbout(strapi, resolved.id, entry) } };
}

/** Of the resolution; 0 while it is open. */
const timeOf = ({ resolvedAt }: Found): number => (resolvedAt === null ? 0 : new Date(resolvedAt).getTime());

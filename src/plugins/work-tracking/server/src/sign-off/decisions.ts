import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import type { AskedDecision, AskedDecisions, EntryResolution } from '../../../domain/sign-off';
import { idsAbout } from '../content-types/content-reference/references';
import { signedAbout } from '../content-types/signature/signatures';
import { DECISION } from '../uids';

/** A decision without what may be long. */
const SELECTED = ['id', 'documentId', 'slug', 'title', 'optionId', 'verdict'];

/**
 * The decisions of a project about an entry that its publication hangs on.
 * @param entry with a locale, those about that locale of it or about every one count
 */
export async function askedDecisions(
  strapi: Core.Strapi,
  projectId: number,
  entry: ContentFilter,
): Promise<AskedDecisions> {
  const newest = (state: string, orderBy: object[]) =>
    strapi.db.query(DECISION).findOne({
      select: SELECTED,
      where: { id: { $in: idsAbout(strapi, 'decision', { projectId, entry }) }, state },
      orderBy,
    });
  const open: AskedDecision | null = await newest('open', [{ id: 'desc' }]);
  const resolved: (Omit<EntryResolution, 'signed'> & { id: number }) | null = await newest('resolved', [
    { resolvedAt: 'desc' },
    { id: 'desc' },
  ]);
  if (resolved === null) return { open, resolved };
  return { open, resolved: { ...resolved, signed: await signedAbout(strapi, resolved.id, entry) } };
}

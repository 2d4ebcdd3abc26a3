import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { WorkTrackingError } from '../../../domain/errors';
import { refusalOf, type SignOffRule } from '../../../domain/sign-off';
import { checkUploadRefs } from '../access/upload-refs';
import { configOf } from '../config';
import { idsIn } from '../lifecycles/given-relations';
import { rowsWith } from '../lifecycles/linking-rows';
import { toStrapiError } from '../lifecycles/strapi-errors';
import { attributesOf } from '../records/custom-fields';
import { askedDecisions } from './decisions';
import { signOffProject } from './state';

/** Who uploads may not be one who may read the entry: neither it nor the decision is named. */
const SENTENCE =
  'No file is attached to what is published of an entry that is signed off: attach it to the draft, and publish that.';

/**
 * Refuses files that Strapi attaches to what is published of an entry, or to a component in it, where the rule keeps the
 * entry back: the document service, which asks for the sign-off, has no part in that.
 */
export function refuseUploadsToPublications(strapi: Core.Strapi): void {
  const types = Object.entries(configOf(strapi).signOff.types);
  if (types.length === 0) return;
  checkUploadRefs(strapi, ['content-api', 'admin-upload'], async (uid, id) => {
    for (const [type, rule] of types) await assertMayAttach(strapi, { type, rule }, uid, idsIn(id));
  });
}

/** @throws ApplicationError `sign_off_required` */
async function assertMayAttach(
  strapi: Core.Strapi,
  { type, rule }: { type: string; rule: SignOffRule },
  uid: string,
  ids: readonly number[],
): Promise<void> {
  const rows = await rowsWith(strapi, type, uid, ids, attributesOf(strapi, type));
  if (rows.length === 0) return;
  const published: { documentId: string; locale: string | null }[] = await strapi.db.query(type).findMany({
    select: ['documentId', 'locale'],
    where: { id: { $in: rows }, publishedAt: { $notNull: true } },
  });
  const project = await signOffProject(strapi);
  for (const { documentId: id, locale } of published) {
    const reason = project
      ? await reasonOf(strapi, rule, project.id, { type, id, locale: locale ?? undefined })
      : 'none';
    if (reason === undefined) continue;
    throw toStrapiError(
      new WorkTrackingError('sign_off_required', { message: SENTENCE, reason, decision: null }),
    );
  }
}

/** Under `always` nobody has approved the entry with the new file: no digest is like that. */
async function reasonOf(strapi: Core.Strapi, rule: SignOffRule, projectId: number, entry: ContentFilter) {
  const { approvals } = configOf(strapi).signOff;
  return refusalOf(rule, await askedDecisions(strapi, projectId, entry), { approvals, digest: '' })?.reason;
}

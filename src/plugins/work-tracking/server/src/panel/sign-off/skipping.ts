import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../../domain/content';
import { invalidField, WorkTrackingError } from '../../../../domain/errors';
import type { SkippedSignOff } from '../../../../domain/events';
import { notPermitted } from '../../access/admin-rights';
import { configOf } from '../../config';
import { lockRow } from '../../database/locks';
import { transact } from '../../database/transact';
import { recordChange } from '../../events/outbox';
import { withoutProject } from '../../sign-off/refusals';
import { skippingSignOff } from '../../sign-off/skipping';
import { isUnderSignOff, signOffState } from '../../sign-off/state';
import { AUDIT_ENTRY } from '../../uids';
import { contentAccess } from '../content-access';
import { notFound } from '../readable';
import { isAllowed, isPerson, type Administrator } from '../route';
import { inOneLocale } from '../work/entries';

/** An entry that was published without its sign-off, as far as the person may read of it. */
export interface Skipped {
  by: string;
  at: string;
  reason: string;
}

const draftOf = ({ id, locale }: ContentFilter) => ({
  documentId: id,
  publishedAt: null,
  ...(locale === undefined ? {} : { locale }),
});

/** Programs can't: an administrator's token opens nothing here. */
const maySkip = (admin: Administrator): boolean => isPerson(admin) && isAllowed(admin, 'sign-off.skip');

/** Whether the person may publish an entry that the sign-off keeps back. */
export const canSkip = async (
  strapi: Core.Strapi,
  admin: Administrator,
  entry: ContentFilter,
): Promise<boolean> =>
  maySkip(admin) && (await contentAccess(strapi, admin, entry.type).canPublish(draftOf(entry)));

/**
 * Publishes an entry that the sign-off keeps back, in one locale. The audit has the person, the entry and the reason.
 * @param given `contentDigest` of the draft as the person has seen it; null where they have not
 * @throws WorkTrackingError `not_found`
 * @throws WorkTrackingError `changed_meanwhile` when the draft is not as the person has seen it
 * @throws WorkTrackingError `not_permitted` for a program, and unless the person may read and publish it in the content manager
 * @throws WorkTrackingError `validation_failed` for an entry that needs no sign-off, has it, or is published as it is
 * @throws WorkTrackingError `sign_off_required` for what else would be published, and while there is no project whose audit
 * could tell of it
 */
export async function publishWithoutSignOff(
  strapi: Core.Strapi,
  admin: Administrator,
  asked: ContentFilter,
  given: { contentDigest: string | null; reason: string },
): Promise<void> {
  const { type } = asked;
  if (!isUnderSignOff(strapi, type)) throw invalidField('type', `Entries of "${type}" need no sign-off.`);
  const meant = inOneLocale(strapi, asked);
  const access = contentAccess(strapi, admin, type);
  access.assertCanRead();
  if (!maySkip(admin)) throw notPermitted(strapi, type, 'publish');
  await transact(strapi, async () => {
    // Nobody changes it until it is published; some databases find ids and locales in capitals, too.
    const draft = await lockRow<{ documentId: string; locale: string | null }>(strapi, type, draftOf(meant));
    if (draft === null) throw notFound('entry');
    const { documentId: id } = draft;
    const entry = { type, id, locale: draft.locale ?? undefined };
    const { where } = await access.query();
    const count = await strapi.db.query(type).count({ where: { $and: [where, draftOf(entry)] } });
    if (count === 0) throw notFound('entry');
    if (!(await access.canPublish(draftOf(entry)))) throw notPermitted(strapi, type, 'publish');
    const { project, isPublishable, isPublished, contentDigest } = await signOffState(strapi, entry);
    if (project === null) throw await withoutProject(strapi, entry, configOf(strapi).signOff.project);
    if (isPublished) throw invalidField('id', 'This entry is published as it is.');
    if (isPublishable) {
      throw invalidField('id', 'This entry can be published as it is; no sign-off keeps it back.');
    }
    if (contentDigest !== given.contentDigest) throw changedMeanwhile(contentDigest);
    const place = draft.locale === null ? {} : { locale: draft.locale };
    await skippingSignOff(entry, () =>
      strapi.documents(type as never).publish({ documentId: id, ...place } as never),
    );
    await recordChange(strapi, {
      project,
      action: 'sign_off.skipped',
      target: { type: 'entry', id },
      details: { content: { type, id, locale: draft.locale }, reason: given.reason },
    });
  });
}

const changedMeanwhile = (contentDigest: string | null): WorkTrackingError =>
  new WorkTrackingError('changed_meanwhile', {
    message: 'This entry was changed meanwhile. Close this, look at it again, and then publish it.',
    contentDigest,
  });

/** How many audit entries of an entry, all its locales together, are looked through. */
const MAX_ENTRIES = 50;

/** The last time that an entry was published without its sign-off in that locale, for those who may read the history. */
export async function lastSkipped(
  strapi: Core.Strapi,
  admin: Administrator,
  { type, id, locale }: ContentFilter,
): Promise<Skipped | null> {
  const access = contentAccess(strapi, admin, AUDIT_ENTRY);
  if (!isAllowed(admin, 'audit.read') || !access.canRead()) return null;
  const { where, populate } = await access.query();
  const entries: { at: string; details: SkippedSignOff }[] = await strapi.db.query(AUDIT_ENTRY).findMany({
    where: { $and: [where, { targetType: 'entry', targetId: id, action: 'sign_off.skipped' }] },
    populate,
    orderBy: { id: 'desc' },
    limit: MAX_ENTRIES,
  });
  const isMeant = ({ content }: SkippedSignOff) =>
    content.type === type && content.locale === (locale ?? null);
  const last = entries.find(({ details }) => isMeant(details));
  if (last === undefined) return null;
  const { actorName, details } = await access.visible(last, ['actorName', 'details']);
  return {
    by: typeof actorName === 'string' ? actorName : '',
    at: last.at,
    reason: (details as SkippedSignOff | undefined)?.reason ?? '',
  };
}

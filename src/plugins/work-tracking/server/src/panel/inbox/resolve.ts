import type { Core } from '@strapi/types';
import { assertOpen } from '../../../../domain/decision';
import { invalidField, WorkTrackingError } from '../../../../domain/errors';
import { transact } from '../../database/transact';
import type { Decision } from '../../records/decision';
import { assertMaySign, digestToSign, entriesToSign, signDecision } from '../../sign-off/signing';
import { DECISION } from '../../uids';
import { lockRecord } from '../../write/rows';
import { contentAccess } from '../content-access';
import { notFound } from '../readable';
import { isPerson, type Administrator } from '../route';

/** A verdict that a person gives. */
export interface Verdict {
  verdict: string;
  optionId?: string | undefined;
  note?: string | undefined;
  /** What the person has seen of the entries under sign-off: the digest that came with the decision. */
  contentDigest?: string | null | undefined;
}

/** The fields that are answered after resolving. */
const FIELDS = ['documentId', 'slug', 'title', 'state', 'verdict', 'optionId', 'note', 'resolvedAt'];

/**
 * Resolves a decision that the person may read; the action "Resolve decisions", which the route asks for, suffices for
 * the change. The lifecycles enforce the rules, and the actor in the audit entry is the person, who signs what the
 * decision is about.
 * @returns the decision as it is now, as far as the person may read it
 * @throws WorkTrackingError `already_resolved`, `unknown_option`, `validation_failed`
 * @throws WorkTrackingError `not_permitted` unless the person may read the status of decisions
 * @throws WorkTrackingError `not_found` for a decision that does not exist or that the person may not read
 * @throws WorkTrackingError `changed_meanwhile` when the entries under sign-off are not as the person has seen them
 * @throws WorkTrackingError `self_resolution` when somebody else has to approve them
 */
export async function resolveDecision(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  { verdict, optionId, note, contentDigest }: Verdict,
) {
  const access = contentAccess(strapi, admin, DECISION);
  access.assertCanRead('state');
  const { where, populate } = await access.query({ documentId });
  return transact(strapi, async () => {
    // Of two people at once, the second gets `already_resolved`.
    const locked = await lockRecord<Decision>(strapi, DECISION, { documentId });
    const decision: Decision | null = await strapi.db.query(DECISION).findOne({ where, populate });
    if (locked === null || decision === null) throw notFound('decision');
    assertOpen(decision.state);
    const entries = await entriesToSign(strapi, locked);
    assertSeen(digestToSign(entries), contentDigest);
    if (isPerson(admin)) {
      const signing = { decision: locked, entries, resolution: { optionId, verdict } };
      await assertMaySign(strapi, admin.user.id, signing);
      // Before the change, after which code of the application may publish what is signed.
      await signDecision(strapi, signing);
    }
    const data = access.ownChange({
      state: 'resolved',
      verdict,
      ...(optionId === undefined ? {} : { optionId }),
      ...(note === undefined ? {} : { note }),
    });
    const resolved = await strapi.documents(DECISION as never).update({ documentId, data } as never);
    return access.visible({ ...decision, ...resolved }, FIELDS);
  });
}

/**
 * A person signs what they have seen.
 * @throws WorkTrackingError `validation_failed`, `changed_meanwhile`
 */
function assertSeen(present: string | null, seen: string | null | undefined): void {
  if (present === null && seen === undefined) return;
  if (seen === undefined) {
    throw invalidField(
      'contentDigest',
      'contentDigest is what GET /work-tracking/decisions/:id answers: this decision is about entries under sign-off.',
    );
  }
  if (seen === present) return;
  throw new WorkTrackingError('changed_meanwhile', {
    message: 'What this decision is about was changed meanwhile. Look at it again before you resolve.',
    contentDigest: present,
  });
}

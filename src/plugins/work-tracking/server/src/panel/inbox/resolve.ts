import type { Core } from '@strapi/types';
import { assertOpen } from '../../../../domain/decision';
import { signDecision } from '../../content-types/signature/signatures';
import { transact } from '../../database/transact';
import { lockRecord } from '../../lifecycles/rows';
import type { Decision } from '../../records/decision';
import { DECISION } from '../../uids';
import { contentAccess } from '../content-access';
import { notFound } from '../readable';
import { isPerson, type Administrator } from '../route';

/** A verdict that a person gives. */
export interface Verdict {
  verdict: string;
  optionId?: string | undefined;
  note?: string | undefined;
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
 */
export async function resolveDecision(
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  { verdict, optionId, note }: Verdict,
) {
  const access = contentAccess(strapi, admin, DECISION);
  access.assertCanRead('state');
  const { where, populate } = await access.query({ documentId });
  return transact(strapi, async () => {
    // Of two people at once, the second gets `already_resolved`.
    await lockRecord(strapi, DECISION, { documentId });
    const decision: Decision | null = await strapi.db.query(DECISION).findOne({ where, populate });
    if (decision === null) throw notFound('decision');
    assertOpen(decision.state);
    // Before the change, after which code of the application may publish what is signed.
    if (isPerson(admin)) await signDecision(strapi, decision);
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

import type { Core } from '@strapi/types';
import { assertOpen } from '../../../../domain/decision';
import { lockedRow } from '../../content-types/locked-row';
import type { Decision } from '../../records/decision';
import { transact } from '../../transaction';
import { DECISION } from '../../uids';
import { contentAccess } from '../content-access';
import { gone } from '../readable';
import type { Administrator } from '../route';

/** What a person decides. */
export interface Verdict {
  verdict: string;
  optionId?: string | undefined;
  note?: string | undefined;
}

/** What is told of the decision afterwards. */
const FIELDS = ['documentId', 'slug', 'title', 'state', 'verdict', 'optionId', 'note', 'resolvedAt'];

/**
 * Resolves a decision as the content manager would: its lifecycles hold the rules, and the audit's actor is the person.
 * @returns the decision as it is now, as far as the person may read it
 * @throws RuleViolation `already_resolved`, `unknown_option`, `validation_failed`
 * @throws PolicyError unless the person may change what a resolution sets in this decision
 * @throws ApiError `not_found` for a decision that is not there, or that the person may not read
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
    // Of two people at once, the second is told.
    await lockedRow(strapi, DECISION, { documentId });
    const decision: Decision | null = await strapi.db.query(DECISION).findOne({ where, populate });
    if (decision === null) throw gone('decision');
    assertOpen(decision.state);
    const data = await access.change(decision, {
      state: 'resolved',
      verdict,
      ...(optionId === undefined ? {} : { optionId }),
      ...(note === undefined ? {} : { note }),
    });
    const resolved = await strapi.documents(DECISION as never).update({ documentId, data } as never);
    return access.visible({ ...decision, ...resolved }, FIELDS);
  });
}

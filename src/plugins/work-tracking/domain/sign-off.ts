/**
 * The rules by which entries of a content type are published. `asked`: not while a decision about the entry is open, and
 * not after one that did not approve it; without any it may be.
 */
export const SIGN_OFF_RULES = ['asked'] as const;
export type SignOffRule = (typeof SIGN_OFF_RULES)[number];

/** A decision about an entry, as far as the sign-off asks for it. */
export interface AskedDecision {
  documentId: string;
  slug: string;
  title: string;
}

/** How a decision about an entry was resolved. */
export interface EntryResolution extends AskedDecision {
  optionId: string | null;
  verdict: string | null;
  /** Has a person resolved it in the panel, and was it about the entry then? */
  isSigned: boolean;
}

/** The decisions about an entry that count. */
export interface AskedDecisions {
  /** The newest of those that are open. */
  open: AskedDecision | null;
  /** The one that was resolved last. */
  resolved: EntryResolution | null;
}

/** Why an entry may not be published, and the decision that it hangs on. */
export interface SignOffRefusal {
  reason: 'open' | 'not_approved';
  decision: AskedDecision;
}

/**
 * Does a resolution approve an entry? Programs ask, people sign: one by a token never does,
 * whosever it is.
 * @param approvals the options and verdicts that approve, in any case
 */
export function approves(
  { optionId, verdict, isSigned }: EntryResolution,
  approvals: readonly string[],
): boolean {
  if (!isSigned) return false;
  const accepted = approvals.map((one) => one.toLowerCase());
  return [optionId, verdict].some((one) => one !== null && accepted.includes(one.toLowerCase()));
}

/** @returns null where the entry may be published under the rule `asked` */
export function refusalOfAsked(
  { open, resolved }: AskedDecisions,
  approvals: readonly string[],
): SignOffRefusal | null {
  if (open) return { reason: 'open', decision: open };
  if (resolved && !approves(resolved, approvals)) return { reason: 'not_approved', decision: resolved };
  return null;
}

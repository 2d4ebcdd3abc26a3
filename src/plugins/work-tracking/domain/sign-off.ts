/**
 * The rules by which entries of a content type are published (additions to the specification, section 6).
 * `asked`: not while a decision about the entry is open, and not after one that did not approve it; without any it may be.
 * `always`: only as it was approved by the last decision about it, and not while another one is open.
 */
export const SIGN_OFF_RULES = ['asked', 'always'] as const;
export type SignOffRule = (typeof SIGN_OFF_RULES)[number];

/** A decision about an entry, as far as the sign-off asks for it. */
export interface AskedDecision {
  documentId: string;
  slug: string;
  title: string;
}

/** An entry as a person in the panel has signed it. */
export interface SignedEntry {
  /** The digest of its content by then; null where the entry was not there in that locale. */
  digest: string | null;
}

/** How a decision about an entry was resolved. */
export interface EntryResolution extends AskedDecision {
  optionId: string | null;
  verdict: string | null;
  /** Null unless a person has resolved it in the panel, and it was about the entry then. */
  signed: SignedEntry | null;
}

/** The decisions about an entry that count. */
export interface AskedDecisions {
  /** The newest of those that are open. */
  open: AskedDecision | null;
  /** The one that was resolved last. */
  resolved: EntryResolution | null;
}

/** The reason why an entry may not be published, and the decision on which that depends. */
export type SignOffRefusal =
  | { reason: 'open' | 'not_approved' | 'changed'; decision: AskedDecision }
  | { reason: 'none'; decision: null };

/**
 * Does a resolution say that the entry is approved?
 * @param approvals the options and verdicts that approve, in any case
 */
export function saysApproved(
  { optionId, verdict }: { optionId?: string | null | undefined; verdict: string | null },
  approvals: readonly string[],
): boolean {
  const accepted = approvals.map((one) => one.toLowerCase());
  return [optionId ?? '', verdict ?? ''].some((one) => one !== '' && accepted.includes(one.toLowerCase()));
}

/** Programs ask, people sign: a resolution by a token never approves, whosever it is. */
export const approves = (resolution: EntryResolution, approvals: readonly string[]): boolean =>
  resolution.signed !== null && saysApproved(resolution, approvals);

/**
 * @param approvals the options and verdicts that approve
 * @param digest of the content that is to be published, for the rule `always`; without one it is not compared
 * @returns null where the entry may be published under the rule
 */
export function refusalOf(
  rule: SignOffRule,
  { open, resolved }: AskedDecisions,
  { approvals, digest }: { approvals: readonly string[]; digest?: string | undefined },
): SignOffRefusal | null {
  if (open) return { reason: 'open', decision: open };
  if (resolved === null) return rule === 'always' ? { reason: 'none', decision: null } : null;
  if (!approves(resolved, approvals)) return { reason: 'not_approved', decision: resolved };
  const isChanged = rule === 'always' && digest !== undefined && resolved.signed?.digest !== digest;
  return isChanged ? { reason: 'changed', decision: resolved } : null;
}

/** The state of a draft's sign-off. */
export type SignOffStanding = 'not_asked' | 'open' | 'approved' | 'not_approved' | 'changed';

/**
 * @param refusal what `refusalOf` says under the rule `always`
 */
export const standingOf = (refusal: SignOffRefusal | null): SignOffStanding => {
  if (refusal === null) return 'approved';
  return refusal.reason === 'none' ? 'not_asked' : refusal.reason;
};

/** The sentence before what is said of each of several entries that were to be published together. */
export const severalKeptBack = (count: number): string => `${count} entries are not published.`;

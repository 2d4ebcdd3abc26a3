import type { Context } from 'koa';
import { invalidField, WorkTrackingError } from '../../../domain/errors';

/** The headers that make a request conditional. */
export type ConditionHeader = 'If-Match' | 'If-None-Match';

/** An entity tag: RFC 9110, section 8.8.3. */
interface EntityTag {
  /** Between the quotes. */
  value: string;
  isWeak: boolean;
}

/** The tags that a header lists; `*` stands for whatever there is. */
export type EntityTags = '*' | readonly EntityTag[];

/** The strong entity tag of a record (specification 4.8). */
export const entityTag = (version: number): string => `"${version}"`;

/** One element of a list, which may be empty, and the comma behind it. No run of blanks can be read in two ways. */
const LISTED = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/**
 * @returns undefined without the header
 * @throws WorkTrackingError `validation_failed` when it is neither `*` nor a list of entity tags
 */
export function readTags(ctx: Context, header: ConditionHeader): EntityTags | undefined {
  const text = ctx.req.headers[header.toLowerCase()] as string | undefined;
  if (text === undefined) return undefined;
  if (text.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  const listed = new RegExp(LISTED);
  while (listed.lastIndex < text.length) {
    const found = listed.exec(text);
    if (!found) throw unreadable(header);
    const [, weak, value] = found;
    if (value !== undefined) tags.push({ value, isWeak: weak !== undefined });
  }
  if (tags.length === 0) throw unreadable(header);
  return tags;
}

const unreadable = (header: ConditionHeader) =>
  invalidField(header, `${header} is * or a list of entity tags such as "3", each between double quotes.`);

/** Whether the caller has this version already (weak comparison). */
export const isKnown = (tags: EntityTags, version: number): boolean =>
  tags === '*' || tags.some(({ value }) => value === String(version));

/**
 * Judges `If-Match` by strong comparison. The record's row must be locked: otherwise another change could come between
 * this and the write.
 * @throws WorkTrackingError `precondition_failed`, or `precondition_required` without the header where it has to be
 * there
 */
export function assertMatch(
  tags: EntityTags | undefined,
  version: number,
  { isRequired }: { isRequired: boolean },
): void {
  if (tags === undefined) {
    if (isRequired) throw new WorkTrackingError('precondition_required');
    return;
  }
  if (tags === '*' || tags.some(({ value, isWeak }) => !isWeak && value === String(version))) return;
  throw new WorkTrackingError('precondition_failed', { current_version: version });
}

/** In place of an answer: the caller has this version already. */
export class NotModified {
  constructor(readonly version: number) {}
}

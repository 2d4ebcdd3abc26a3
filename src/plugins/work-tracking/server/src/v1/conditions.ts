import type { Context } from 'koa';
import { invalidField, WorkTrackingError } from '../../../domain/errors';
import type { Project } from '../records/project';

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

/** What a record's tag is made of. */
export interface TaggedRow {
  version: number;
  updatedAt: string;
  /** A ticket's. */
  assignee?: { updatedAt: string } | null;
}

/**
 * The strong entity tag of a record (specification 4.8): its version, and when what is derived from its project or its
 * assignee was changed after it, since then the bytes of the version are others.
 */
export function entityTag({ version, updatedAt, assignee }: TaggedRow, project: Project): string {
  const derived = [project, assignee].map((row) => (row ? new Date(row.updatedAt).getTime() : 0));
  const derivedAt = Math.max(...derived);
  return derivedAt > new Date(updatedAt).getTime() ? `"${version}-${derivedAt}"` : `"${version}"`;
}

/** The version in a tag's value. */
const versionIn = (value: string): string => value.replace(/-\d+$/, '');

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

/** Whether the caller has the record with this tag already (weak comparison). */
export const isKnown = (tags: EntityTags, tag: string): boolean =>
  tags === '*' || tags.some(({ value }) => `"${value}"` === tag);

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
  const isMeant = ({ value, isWeak }: EntityTag) => !isWeak && versionIn(value) === String(version);
  if (tags === '*' || tags.some(isMeant)) return;
  throw new WorkTrackingError('precondition_failed', { current_version: version });
}

/** The answer with one record. */
export class RecordAnswer {
  constructor(
    readonly name: 'ticket' | 'decision',
    readonly record: object,
    readonly tag: string,
  ) {}
}

/** In place of an answer: the caller has the record with this tag already. */
export class NotModified {
  constructor(readonly tag: string) {}
}

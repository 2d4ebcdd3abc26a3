import { WorkTrackingError } from './errors';
import type { Actor, Target } from './events';

/** The records that can have comments. */
export const COMMENTED_TYPES = ['ticket', 'decision'] as const;
export type CommentedType = (typeof COMMENTED_TYPES)[number];

/** A ticket or a decision, by its public id. */
export type Commented = Target & { type: CommentedType };

/** The characters of the longest comment. */
export const MAX_COMMENT_LENGTH = 64_000;

/**
 * A comment is changed and deleted by its author alone.
 * @throws WorkTrackingError `not_author`
 */
export function assertAuthor(author: Pick<Actor, 'type' | 'id'>, actor: Actor): void {
  if (author.type !== actor.type || author.id !== actor.id) throw new WorkTrackingError('not_author');
}

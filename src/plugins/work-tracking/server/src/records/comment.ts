import type { CommentedType } from '../../../domain/comment';
import type { ActorType } from '../../../domain/events';
import { timestamp } from './times';

/** A comment as it is stored. */
export interface Comment {
  id: number;
  documentId: string;
  targetType: CommentedType;
  /** Public id of the ticket or decision. */
  targetId: string;
  /** Markdown. */
  body: string;
  authorType: ActorType;
  authorId: string;
  authorName: string | null;
  createdAt: string | Date;
  updatedAt: string | Date;
}

/** A comment as v1 shows it (specification 4.5). */
export const commentRecord = (comment: Comment) => ({
  id: comment.documentId,
  target: { type: comment.targetType, id: comment.targetId },
  body: comment.body,
  author: { type: comment.authorType, id: comment.authorId, name: comment.authorName ?? '' },
  created_at: timestamp(comment.createdAt),
  updated_at: timestamp(comment.updatedAt),
});

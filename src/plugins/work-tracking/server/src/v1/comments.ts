import type { CommentedType } from '../../../domain/comment';
import { addComment, commentsOn, deleteComment, editComment } from '../content-types/comment/comments';
import { transact } from '../database/transact';
import { z } from '../host/strapi-utils';
import { pageOf } from '../paging/page';
import { commentRecord, type Comment } from '../records/comment';
import { COMMENT, TARGET_UIDS } from '../uids';
import { route, ListAnswer } from './endpoint';
import { commentBody, commentListQuery } from './schemas/requests';
import { findInProject, lockInProject, storableId } from './scoped';

/** The comments of one kind of record. */
const commentsOf = (type: CommentedType) => [
  route({
    method: 'GET',
    path: `/${type}s/:id/comments`,
    action: `${type}-comment.find`,
    summary: `List the comments on a ${type}, oldest first`,
    status: 200,
    answer: ({ comment, page }) => ({ comments: z.array(comment), ...page }),
    query: commentListQuery,
    async handle({ strapi, project, id, query }) {
      const { documentId } = await findInProject<{ documentId: string }>(
        strapi,
        TARGET_UIDS[type],
        project,
        id,
      );
      const where = commentsOn(project, { type, id: documentId });
      const page = await pageOf(strapi, COMMENT, { where, oldestFirst: true, ...query }, commentRecord);
      return new ListAnswer('comments', page);
    },
  }),

  route({
    method: 'POST',
    path: `/${type}s/:id/comments`,
    record: TARGET_UIDS[type],
    action: `${type}-comment.create`,
    summary: `Comment on a ${type}`,
    status: 201,
    answer: ({ comment }) => ({ comment }),
    body: commentBody,
    handle({ strapi, project, id, body, write }) {
      return write(async () => {
        const { documentId } = await lockInProject<Comment>(strapi, TARGET_UIDS[type], project, id);
        const comment = await addComment(strapi, project, { type, id: documentId }, body().body);
        return { comment: commentRecord(comment) };
      });
    },
  }),
];

/** specification 4.5 */
export const commentRoutes = [
  ...commentsOf('ticket'),
  ...commentsOf('decision'),

  route({
    method: 'PATCH',
    path: '/comments/:id',
    action: 'comment.update',
    summary: 'Change a comment of your own',
    status: 200,
    answer: ({ comment }) => ({ comment }),
    errors: ['not_author'],
    body: commentBody,
    async handle({ strapi, project, id, body }) {
      const comment = await transact(strapi, () =>
        editComment(strapi, project, storableId(id), () => body().body),
      );
      return { comment: commentRecord(comment) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/comments/:id',
    action: 'comment.delete',
    summary: 'Delete a comment of your own',
    status: 200,
    answer: ({ ok }) => ({ ok }),
    errors: ['not_author'],
    async handle({ strapi, project, id }) {
      await transact(strapi, () => deleteComment(strapi, project, storableId(id)));
      return { ok: true };
    },
  }),
];

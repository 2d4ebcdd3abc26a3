import { COMMENTED_TYPES, MAX_COMMENT_LENGTH, type CommentedType } from '../../../../domain/comment';
import { READ_ACTIONS } from '../../../../domain/panel-actions';
import { z } from '../../host/strapi-utils';
import { opensInbox } from '../inbox/access';
import { panelRoute } from '../route';
import { changeOwnComment, commentOn, deleteOwnComment, recordComments } from './comments';

const comment = () => z.strictObject({ body: z.string().min(1).max(MAX_COMMENT_LENGTH) });

const commentsOf = (type: CommentedType) => [
  panelRoute({
    method: 'GET',
    path: `/${type}s/:id/comments`,
    action: type === 'decision' ? opensInbox : READ_ACTIONS[type],
    query: () => z.strictObject({ cursor: z.string().optional() }),
    async handle({ strapi, admin, id, query }) {
      const { comments, nextCursor } = await recordComments(strapi, admin, { type, id }, query.cursor);
      return { data: comments, meta: { nextCursor } };
    },
  }),

  panelRoute({
    method: 'POST',
    path: `/${type}s/:id/comments`,
    action: 'comment.write',
    body: comment,
    handle: async ({ strapi, admin, id, body }) => ({
      data: await commentOn(strapi, admin, { type, id }, body.body),
    }),
  }),
];

/** The routes of the comments on tickets and decisions. */
export const commentRoutes = [
  ...COMMENTED_TYPES.flatMap(commentsOf),

  panelRoute({
    method: 'PUT',
    path: '/comments/:id',
    action: 'comment.write',
    body: comment,
    handle: async ({ strapi, admin, id, body }) => ({
      data: await changeOwnComment(strapi, admin, id, body.body),
    }),
  }),

  panelRoute({
    method: 'DELETE',
    path: '/comments/:id',
    action: 'comment.write',
    async handle({ strapi, admin, id }) {
      await deleteOwnComment(strapi, admin, id);
      return { data: null };
    },
  }),
];

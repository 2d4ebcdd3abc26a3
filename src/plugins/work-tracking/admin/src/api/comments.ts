import type { CommentedType } from '../../../domain/comment';
import type { ActorType } from '../../../domain/events';
import { DECISION, documentsApi, documentTag, TICKET } from './documents';
import { withQuery } from './query-string';
import { dataOf, type PanelResponse } from './responses';

/** A comment on a ticket or a decision. */
export interface Comment {
  documentId: string;
  /** Markdown. */
  body: string;
  author: { type: ActorType; name: string };
  createdAt: string;
  updatedAt: string;
  /** Is it the user's own? Only then can it be changed and deleted. */
  isOwn: boolean;
}

/** The record that a comment is on, by its public id. */
export interface CommentTarget {
  type: CommentedType;
  id: string;
}

export interface CommentPage {
  comments: readonly Comment[];
  nextCursor: string | null;
}

const COMMENTS_TAG = 'WorkTrackingComments';
const MODELS: Record<CommentedType, string> = { ticket: TICKET, decision: DECISION };

const pathOf = ({ type, id }: CommentTarget): string =>
  `/work-tracking/${type}s/${encodeURIComponent(id)}/comments`;

/** The comments of a record, and its history. */
const tagsOf = ({ type, id }: CommentTarget) =>
  [{ type: COMMENTS_TAG, id: `${type} ${id}` } as const, documentTag(MODELS[type], id)] as const;

const commentsApi = documentsApi.enhanceEndpoints({ addTagTypes: [COMMENTS_TAG] }).injectEndpoints({
  endpoints: (build) => ({
    getComments: build.query<CommentPage, { target: CommentTarget; cursor?: string | undefined }>({
      query: ({ target, cursor }) => withQuery(pathOf(target), { cursor }),
      transformResponse: ({ data, meta }: PanelResponse<Comment[], { nextCursor: string | null }>) => ({
        comments: data,
        nextCursor: meta.nextCursor,
      }),
      providesTags: (_result, _error, { target }) => tagsOf(target).slice(0, 1),
    }),
    addComment: build.mutation<Comment, { target: CommentTarget; body: string }>({
      query: ({ target, body }) => ({ url: pathOf(target), method: 'POST', data: { body } }),
      transformResponse: dataOf<Comment>,
      invalidatesTags: (_result, _error, { target }) => [...tagsOf(target)],
    }),
    changeComment: build.mutation<Comment, { target: CommentTarget; documentId: string; body: string }>({
      query: ({ documentId, body }) => ({
        url: `/work-tracking/comments/${encodeURIComponent(documentId)}`,
        method: 'PUT',
        data: { body },
      }),
      transformResponse: dataOf<Comment>,
      invalidatesTags: (_result, _error, { target }) => [...tagsOf(target)],
    }),
    deleteComment: build.mutation<null, { target: CommentTarget; documentId: string }>({
      query: ({ documentId }) => ({
        url: `/work-tracking/comments/${encodeURIComponent(documentId)}`,
        method: 'DELETE',
      }),
      transformResponse: dataOf<null>,
      invalidatesTags: (_result, _error, { target }) => [...tagsOf(target)],
    }),
  }),
});

export const {
  useGetCommentsQuery,
  useAddCommentMutation,
  useChangeCommentMutation,
  useDeleteCommentMutation,
} = commentsApi;

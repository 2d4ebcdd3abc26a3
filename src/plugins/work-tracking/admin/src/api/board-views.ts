import { adminApi } from '@strapi/strapi/admin';
import type { BoardFilters } from './board';
import { dataOf } from './responses';

/** Filters of the board that a person has given a name. */
export interface BoardView {
  id: string;
  name: string;
  filters: BoardFilters;
  isOwn: boolean;
  owner: string;
  /** The role that sees one's own view too, by its row id. */
  role: number | null;
}

export interface BoardViews {
  /** By name: the user's own, and those that are shared with one of the user's roles. */
  views: readonly BoardView[];
  /** The roles with which the user can share views. */
  roles: readonly { id: number; name: string }[];
}

/** The attributes to make or change a view with. */
export type BoardViewInput = Pick<BoardView, 'name' | 'filters' | 'role'>;

const TAG = 'WorkTrackingBoardViews';

const viewsApi = adminApi.enhanceEndpoints({ addTagTypes: [TAG] }).injectEndpoints({
  endpoints: (build) => ({
    getBoardViews: build.query<BoardViews, undefined>({
      query: () => '/work-tracking/board/views',
      transformResponse: dataOf<BoardViews>,
      providesTags: [TAG],
    }),
    addBoardView: build.mutation<{ id: string }, BoardViewInput>({
      query: (data) => ({ url: '/work-tracking/board/views', method: 'POST', data }),
      transformResponse: dataOf<{ id: string }>,
      invalidatesTags: [TAG],
    }),
    changeBoardView: build.mutation<{ id: string }, BoardViewInput & { id: string }>({
      query: ({ id, ...data }) => ({ url: `/work-tracking/board/views/${id}`, method: 'PUT', data }),
      transformResponse: dataOf<{ id: string }>,
      invalidatesTags: [TAG],
    }),
    deleteBoardView: build.mutation<{ id: string }, string>({
      query: (id) => ({ url: `/work-tracking/board/views/${id}`, method: 'DELETE' }),
      transformResponse: dataOf<{ id: string }>,
      invalidatesTags: [TAG],
    }),
  }),
  overrideExisting: false,
});

export const {
  useGetBoardViewsQuery,
  useAddBoardViewMutation,
  useChangeBoardViewMutation,
  useDeleteBoardViewMutation,
} = viewsApi;

import type { BoardFilters, Ticket } from './board';
import { changedDocument, documentsApi, TICKET } from './documents';
import { withQuery } from './query-string';
import { dataOf, reading } from './responses';

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

/** Somebody who has tickets, or whom one can be assigned to. */
export interface PersonChoice {
  id: string;
  name: string;
}

/** The steps of an installation without tickets. */
export interface FirstRun {
  hasProject: boolean;
  /** Whether there is any, also one that the user may not read. */
  hasTicket: boolean;
  canCreateProject: boolean;
  /** A few of those who can make the first project, by name, for a user who can't. */
  projectMakers: readonly string[];
  hasToken: boolean;
}

/** A change of many tickets. */
export type BulkChange =
  | { how: 'move'; status: string }
  | { how: 'assign'; assignee: string | null }
  | { how: 'label'; add?: readonly string[]; remove?: readonly string[] };

/** The result for one ticket. */
export type TicketOutcome = { documentId: string } & (
  | { outcome: 'changed' | 'unchanged' }
  | { outcome: 'refused'; error: { name: string; message: string; details: Record<string, unknown> } }
);

/** Public ids of at most `MAX_BULK_TICKETS` tickets. */
interface Ids {
  ids: readonly string[];
}

const VIEWS = '/work-tracking/board/views';
const TAGS = ['WorkTrackingBoardViews', 'WorkTrackingProject', 'WorkTrackingToken'] as const;
const [VIEWS_TAG, ...FIRST_RUN_TAGS] = TAGS;

const boardPageApi = documentsApi.enhanceEndpoints({ addTagTypes: TAGS }).injectEndpoints({
  endpoints: (build) => ({
    getBoardViews: build.query<BoardViews, undefined>({ ...reading(VIEWS), providesTags: [VIEWS_TAG] }),
    addBoardView: build.mutation<{ id: string }, BoardViewInput>({
      query: (data) => ({ url: VIEWS, method: 'POST', data }),
      transformResponse: dataOf<{ id: string }>,
      invalidatesTags: [VIEWS_TAG],
    }),
    changeBoardView: build.mutation<{ id: string }, BoardViewInput & { id: string }>({
      query: ({ id, ...data }) => ({ url: `${VIEWS}/${id}`, method: 'PUT', data }),
      transformResponse: dataOf<{ id: string }>,
      invalidatesTags: [VIEWS_TAG],
    }),
    deleteBoardView: build.mutation<{ id: string }, string>({
      query: (id) => ({ url: `${VIEWS}/${id}`, method: 'DELETE' }),
      transformResponse: dataOf<{ id: string }>,
      invalidatesTags: [VIEWS_TAG],
    }),
    /** People who can be assigned to tickets, by name; none for a user who may neither read nor change assignees. */
    getPeople: build.query<readonly PersonChoice[], undefined>(reading('/work-tracking/people')),
    /** The same people, and after them those who have tickets but can't be assigned any more. */
    getAssignees: build.query<readonly PersonChoice[], undefined>(
      reading('/work-tracking/people?former=true'),
    ),
    getFirstRun: build.query<FirstRun, undefined>({
      ...reading('/work-tracking/board/first-run'),
      providesTags: FIRST_RUN_TAGS,
    }),
    /** Those of the tickets that are still there and match the filters. */
    getChosenTickets: build.query<readonly Ticket[], Ids & { filters: BoardFilters }>({
      query: ({ ids, filters: { sort: _sort, ...filters } }) => ({
        url: withQuery('/work-tracking/board/tickets/chosen', filters),
        method: 'POST',
        data: { ids },
      }),
      transformResponse: dataOf<Ticket[]>,
      keepUnusedDataFor: 0,
    }),
    changeTickets: build.mutation<readonly TicketOutcome[], Ids & BulkChange>({
      query: ({ how, ...data }) => ({ url: `/work-tracking/board/tickets/${how}`, method: 'POST', data }),
      transformResponse: dataOf<TicketOutcome[]>,
      invalidatesTags: (_result, _error, { ids }) => ids.flatMap((id) => [...changedDocument(TICKET, id)]),
    }),
  }),
});

export const {
  useGetBoardViewsQuery,
  useAddBoardViewMutation,
  useChangeBoardViewMutation,
  useDeleteBoardViewMutation,
  useGetPeopleQuery,
  useGetAssigneesQuery,
  useGetFirstRunQuery,
  useLazyGetChosenTicketsQuery,
  useChangeTicketsMutation,
} = boardPageApi;

import type { TicketMoves } from '../../../domain/ticket';
import { changedDocument, documentsApi, TICKET } from './documents';
import { dataOf, markerOf, type AtMarker, type PanelResponse, type ProjectChoice } from './responses';

/** A filter that is not given matches every ticket. */
export interface BoardFilters {
  project?: string;
  priority?: string;
  text?: string;
}

export interface BoardColumn {
  status: string;
  /** As far as it is counted. */
  count: number;
  /** The statuses that a ticket can move to from here, in projects without a map of moves of their own. */
  moves: readonly string[];
}

export interface Board {
  columns: readonly BoardColumn[];
  /** The maps of moves of projects that have their own, by the project's key. */
  projectMoves: Readonly<Record<string, TicketMoves>>;
  priorities: readonly string[];
}

/** The fields of a ticket that the user may read; its id and status are always included. */
export interface Ticket {
  documentId: string;
  state: string;
  title?: string;
  priority?: string;
  type?: string | null;
  effort?: string | null;
  createdAt?: string;
  project?: ProjectChoice | null;
}

export interface TicketPage {
  tickets: readonly Ticket[];
  nextCursor: string | null;
}

/** Each change gives a new marker, and nobody asks for the results of the old one again. */
const KEEP_SECONDS = 5;

const boardApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Board, BoardFilters & AtMarker>({
      query: ({ marker: _marker, ...params }) => ({ url: '/work-tracking/board', config: { params } }),
      transformResponse: dataOf<Board>,
      keepUnusedDataFor: KEEP_SECONDS,
    }),
    getBoardTickets: build.query<TicketPage, BoardFilters & AtMarker & { status: string; cursor?: string }>({
      query: ({ marker: _marker, ...params }) => ({
        url: '/work-tracking/board/tickets',
        config: { params },
      }),
      transformResponse: ({ data, meta }: PanelResponse<Ticket[], { nextCursor: string | null }>) => ({
        tickets: data,
        nextCursor: meta.nextCursor,
      }),
      keepUnusedDataFor: KEEP_SECONDS,
    }),
    getBoardProjects: build.query<readonly ProjectChoice[], undefined>({
      query: () => '/work-tracking/board/projects',
      transformResponse: dataOf<ProjectChoice[]>,
    }),
    getBoardChanges: build.query<string, undefined>({
      query: () => '/work-tracking/board/changes',
      transformResponse: markerOf,
    }),
    moveTicket: build.mutation<Ticket, { documentId: string; status: string }>({
      query: ({ documentId, status }) => ({
        url: `/work-tracking/board/tickets/${encodeURIComponent(documentId)}/move`,
        method: 'POST',
        data: { status },
      }),
      transformResponse: dataOf<Ticket>,
      invalidatesTags: (_result, _error, { documentId }) => changedDocument(TICKET, documentId),
    }),
  }),
  overrideExisting: false,
});

export const {
  useGetBoardQuery,
  useGetBoardTicketsQuery,
  useGetBoardProjectsQuery,
  useGetBoardChangesQuery,
  useMoveTicketMutation,
} = boardApi;

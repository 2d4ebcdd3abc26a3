import type { TicketMoves } from '../../../domain/ticket';
import { TICKET } from '../content-manager/types';
import type { Answer } from './answer';
import type { ProjectChoice } from './project-choice';
import { changedDocument, documentsApi } from './documents';

/** What narrows the board; what is not given narrows nothing. */
export interface BoardFilters {
  project?: string;
  priority?: string;
  text?: string;
}

export interface BoardColumn {
  status: string;
  count: number;
  /** Where tickets may go from here, in projects without moves of their own. */
  moves: readonly string[];
}

export interface Board {
  columns: readonly BoardColumn[];
  /** The moves of projects that have their own, by the project's key. */
  projectMoves: Readonly<Record<string, TicketMoves>>;
  priorities: readonly string[];
  /** May this person change the status of tickets in the content manager? */
  canUpdate: boolean;
}

/** A ticket as far as the person may read it; its id and status are always there. */
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

/** Another marker is another state of the database: what was read under an older one is read again. */
interface AsOf {
  marker: string | undefined;
}

/** Each change makes the cached answers of the marker before it useless. */
const KEEP_SECONDS = 5;

const boardApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Board, BoardFilters & AsOf>({
      query: ({ marker: _marker, ...params }) => ({ url: '/work-tracking/board', config: { params } }),
      transformResponse: ({ data }: Answer<Board>) => data,
      keepUnusedDataFor: KEEP_SECONDS,
    }),
    getBoardTickets: build.query<TicketPage, BoardFilters & AsOf & { status: string; cursor?: string }>({
      query: ({ marker: _marker, ...params }) => ({
        url: '/work-tracking/board/tickets',
        config: { params },
      }),
      transformResponse: ({ data, meta }: Answer<Ticket[], { nextCursor: string | null }>) => ({
        tickets: data,
        nextCursor: meta.nextCursor,
      }),
      keepUnusedDataFor: KEEP_SECONDS,
    }),
    getBoardProjects: build.query<readonly ProjectChoice[], undefined>({
      query: () => '/work-tracking/board/projects',
      transformResponse: ({ data }: Answer<ProjectChoice[]>) => data,
    }),
    getBoardChanges: build.query<string, undefined>({
      query: () => '/work-tracking/board/changes',
      transformResponse: ({ data }: Answer<{ marker: string }>) => data.marker,
    }),
    moveTicket: build.mutation<Ticket, { documentId: string; status: string }>({
      query: ({ documentId, status }) => ({
        url: `/work-tracking/board/tickets/${encodeURIComponent(documentId)}/move`,
        method: 'POST',
        data: { status },
      }),
      transformResponse: ({ data }: Answer<Ticket>) => data,
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

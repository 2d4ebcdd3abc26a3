import type { BoardFilterName } from '../../../domain/board';
import type { ContentReference } from '../../../domain/content';
import type { TicketMoves } from '../../../domain/ticket';
import { changedDocument, documentsApi, TICKET } from './documents';
import { withQuery } from './query-string';
import {
  dataOf,
  markerOf,
  reading,
  type AtMarker,
  type PanelResponse,
  type ProjectChoice,
} from './responses';

/** A filter that is not given matches every ticket; without a `sort` the latest change comes first. */
export type BoardFilters = Partial<Record<BoardFilterName, string>>;

/** The choices of the board's filters. */
export interface BoardChoices {
  /** The filters that the user may use. */
  filters: readonly string[];
  priorities: readonly string[];
}

export interface BoardColumn {
  status: string;
  /** The number of tickets, as far as they are counted. */
  count: number;
  /** How many of them changed in the last days; only where work ends. */
  recent?: number;
  /** The statuses that a ticket can move to from here, in projects without a map of moves of their own. */
  moves: readonly string[];
}

export interface Board {
  columns: readonly BoardColumn[];
  /** The maps of moves of projects that have their own, by the project's key. */
  projectMoves: Readonly<Record<string, TicketMoves>>;
  priorities: readonly string[];
  /** May the user file tickets here? */
  canFile: boolean;
  /** May the tickets that the user files be about entries? */
  canRefer: boolean;
  /** May the user change whose tickets are, or their labels, of at least some tickets? */
  canAssign: boolean;
  canLabel: boolean;
}

/** The fields of a new ticket that the board asks for. */
export interface NewTicket {
  title: string;
  /** A project's public id. */
  project: string;
  priority?: string;
  /** The entries that it is about. */
  content?: readonly ContentReference[];
  /** The values of the fields that a content team has made required. */
  fields?: Record<string, unknown>;
}

/** The fields of a ticket that the user may read; its id and status are always included. */
export interface Ticket {
  documentId: string;
  state: string;
  title?: string;
  priority?: string;
  type?: string | null;
  effort?: string | null;
  labels?: readonly string[] | null;
  dueAt?: string | null;
  /** The time of the last change, by which columns are sorted. */
  syncedAt?: string;
  /** Its short name, such as `WEB-12`. */
  ref?: string;
  /** Null for nobody, where the ticket is open. */
  assignee?: { id: string; name: string } | null;
  project?: ProjectChoice | null;
}

/** The part of a column to read. */
export interface ColumnPart {
  status: string;
  /** Only what changed in the last days. */
  recent?: 'true';
  cursor?: string;
}

export interface TicketPage {
  tickets: readonly Ticket[];
  nextCursor: string | null;
}

/** Each change gives a new marker, and nobody asks for the results of the old one again. */
const KEEP_SECONDS = 5;

const boardApi = documentsApi.enhanceEndpoints({ addTagTypes: ['WorkTrackingProject'] }).injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Board, BoardFilters & AtMarker>({
      query: ({ marker: _marker, sort: _sort, ...filters }) => withQuery('/work-tracking/board', filters),
      transformResponse: dataOf<Board>,
      keepUnusedDataFor: KEEP_SECONDS,
    }),
    getBoardTickets: build.query<TicketPage, BoardFilters & AtMarker & ColumnPart>({
      query: ({ marker: _marker, ...part }) => withQuery('/work-tracking/board/tickets', part),
      transformResponse: ({ data, meta }: PanelResponse<Ticket[], { nextCursor: string | null }>) => ({
        tickets: data,
        nextCursor: meta.nextCursor,
      }),
      keepUnusedDataFor: KEEP_SECONDS,
    }),
    getBoardProjects: build.query<readonly ProjectChoice[], undefined>({
      ...reading('/work-tracking/board/projects'),
      providesTags: ['WorkTrackingProject'],
    }),
    getBoardChoices: build.query<BoardChoices, undefined>(reading('/work-tracking/board/choices')),
    /** The labels to suggest, of one project where it is given. */
    getBoardLabels: build.query<readonly string[], { project: string | undefined }>({
      query: ({ project }) => withQuery('/work-tracking/board/labels', { project }),
      transformResponse: dataOf<string[]>,
    }),
    getBoardChanges: build.query<string, undefined>({
      query: () => '/work-tracking/board/changes',
      transformResponse: markerOf,
    }),
    fileTicket: build.mutation<Ticket, NewTicket>({
      query: (data) => ({ url: '/work-tracking/board/tickets', method: 'POST', data }),
      transformResponse: dataOf<Ticket>,
      invalidatesTags: (ticket) => (ticket ? changedDocument(TICKET, ticket.documentId) : []),
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
});

export const {
  useGetBoardQuery,
  useGetBoardTicketsQuery,
  useGetBoardProjectsQuery,
  useGetBoardChoicesQuery,
  useGetBoardLabelsQuery,
  useGetBoardChangesQuery,
  useFileTicketMutation,
  useMoveTicketMutation,
} = boardApi;

/** The title, or the id for a user who may not read titles. */
export const titleOf = ({ title, documentId }: Ticket): string => title ?? documentId;

import type { ContentReference } from '../../../domain/content';
import type { Ticket } from './board';
import { changedDocument, documentsApi, documentTag, TICKET } from './documents';
import { dataOf } from './responses';

/** The fields that can be changed beside the board. */
export type EditedField =
  'title' | 'body' | 'priority' | 'type' | 'labels' | 'assignee' | 'dueAt' | 'content';

/** A ticket that is open beside the board: the fields that the user may read. */
export interface OpenTicket extends Ticket {
  /** Markdown. */
  body?: string | null;
  /** The entries that it is about. */
  content?: readonly ContentReference[] | null;
  /** Counts the changes; a change is refused when it was made to an older version. */
  version: number;
  createdAt?: string;
  /** The fields that the user may change. */
  editable: readonly EditedField[];
  /** The statuses that it can move to. */
  moves: readonly string[];
}

/** A change of some fields; an assignee is written as an id. */
interface TicketChange {
  /** The name by which the ticket was read. */
  name: string;
  documentId: string;
  /** The version that was shown. */
  version: number;
  fields: Partial<Record<EditedField, unknown>>;
}

/** An answer may be older than what is shown: it was read before a save, and came after it. */
const newer = (shown: OpenTicket, answer: OpenTicket): OpenTicket =>
  shown.documentId === answer.documentId && shown.version > answer.version ? shown : answer;

const pathOf = (name: string): string => `/work-tracking/board/tickets/${encodeURIComponent(name)}`;

const ticketApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    /** Reads a ticket by its public id or its ref. */
    getOpenTicket: build.query<OpenTicket, string>({
      query: pathOf,
      transformResponse: dataOf<OpenTicket>,
      merge: newer,
      providesTags: (ticket) => (ticket ? [documentTag(TICKET, ticket.documentId)] : []),
    }),
    changeTicket: build.mutation<OpenTicket, TicketChange>({
      query: ({ documentId, version, fields }) => ({
        url: pathOf(documentId),
        method: 'PUT',
        data: { version, ...fields },
      }),
      transformResponse: dataOf<OpenTicket>,
      // Shown at once; the tags read it again with all that hangs on it.
      async onQueryStarted({ name }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        // A person who may not see the ticket after the change gets its id alone.
        if (!answer || !('version' in answer.data)) return;
        const show = (shown: OpenTicket) => newer(shown, answer.data);
        dispatch(ticketApi.util.updateQueryData('getOpenTicket', name, show));
      },
      invalidatesTags: (_result, error, { documentId }) => (error ? [] : changedDocument(TICKET, documentId)),
    }),
  }),
  overrideExisting: false,
});

export const { useGetOpenTicketQuery, useLazyGetOpenTicketQuery, useChangeTicketMutation } = ticketApi;

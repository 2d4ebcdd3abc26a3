import type { ContentReference } from '../../../domain/content';
import type { Ticket } from './board';
import { changedDocument, documentsApi, documentTag, TICKET } from './documents';
import type { Entry } from './entries';
import type { AskedField, PlainValue } from './required-fields';
import { dataOf } from './responses';

/** The service's own fields that can be changed beside the board. */
export type ServiceField =
  'title' | 'body' | 'priority' | 'type' | 'labels' | 'assignee' | 'dueAt' | 'content';

/** Those, and by their names the fields that a content team has added. */
export type EditedField = ServiceField | `fields.${string}`;

/** A field that a content team has added. */
export interface OwnField extends AskedField {
  isRequired: boolean;
  /** JSON, files and rich text in blocks are text; left out where only the form shows it. */
  value?: PlainValue;
  /** Of a relation: the first of the entries, as far as the user may read them. */
  entries?: readonly Entry[];
  /** Of a relation: how many entries there are beside those. */
  others?: number;
}

/** A ticket that is open beside the board: the fields that the user may read. */
export interface OpenTicket extends Ticket {
  /** Markdown. */
  body?: string | null;
  /** The entries that it is about. */
  content?: readonly ContentReference[] | null;
  /** Counts the changes; a change is refused when it was made to an older version. */
  version: number;
  createdAt?: string;
  /** The fields of a content team that the user may read, in the order of the type. */
  fields: readonly OwnField[];
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
  fields: Partial<Record<ServiceField, unknown>> | { fields: Record<string, unknown> };
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
});

export const { useGetOpenTicketQuery, useLazyGetOpenTicketQuery, useChangeTicketMutation } = ticketApi;

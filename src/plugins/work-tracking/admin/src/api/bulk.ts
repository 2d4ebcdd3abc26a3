import type { BoardFilters, Ticket } from './board';
import { changedDocument, documentsApi, TICKET } from './documents';
import { withQuery } from './query-string';
import { dataOf } from './responses';

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

const bulkApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
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
  overrideExisting: false,
});

export const { useLazyGetChosenTicketsQuery, useChangeTicketsMutation } = bulkApi;

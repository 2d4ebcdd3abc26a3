import type { ContentFilter } from '../../../domain/content';
import type { Ticket } from './board';
import type { ListedDecision } from './decisions';
import { documentsApi, DECISION, listTag, TICKET } from './documents';
import { withQuery } from './query-string';
import { dataOf } from './responses';

/** An entry, or one of its locales, and which part of the work about it. */
interface WorkRequest extends ContentFilter {
  /** Whether the work that has ended is shown, in place of the work that is open. */
  isEnded: boolean;
}

/** Tickets or decisions about an entry. */
export interface Work<Item> {
  items: readonly Item[];
  /** How many are open, and how many have ended, as far as they are counted. */
  open: number;
  ended: number;
}

export interface TicketWork extends Work<Ticket> {
  /** May the user file tickets about entries? */
  canFile: boolean;
  priorities: readonly string[];
}

const pathOf =
  (what: 'tickets' | 'decisions') =>
  ({ type, id, locale, isEnded }: WorkRequest) =>
    withQuery(`/work-tracking/content/${encodeURIComponent(id)}/${what}`, {
      type,
      ...(locale === undefined ? {} : { locale }),
      ...(isEnded ? { ended: 'true' } : {}),
    });

const workApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null for a type that no work can be about. */
    getTicketsAbout: build.query<TicketWork | null, WorkRequest>({
      query: pathOf('tickets'),
      transformResponse: dataOf<TicketWork | null>,
      providesTags: [listTag(TICKET)],
    }),
    getDecisionsAbout: build.query<Work<ListedDecision> | null, WorkRequest>({
      query: pathOf('decisions'),
      transformResponse: dataOf<Work<ListedDecision> | null>,
      providesTags: [listTag(DECISION)],
    }),
  }),
  overrideExisting: false,
});

export const { useGetTicketsAboutQuery, useGetDecisionsAboutQuery } = workApi;

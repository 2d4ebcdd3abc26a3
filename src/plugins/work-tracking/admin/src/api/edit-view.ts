import type { DeliveryState } from '../../../domain/delivery';
import type { ActorType, AuditAction, SentEventType } from '../../../domain/events';
import type { TicketMoves } from '../../../domain/ticket';
import { SUBSCRIPTION, type RecordType } from '../content-manager/types';
import type { Answer } from './answer';
import { documentsApi, documentTag } from './documents';

/** Who did what to a record, as far as the person may read it. */
export interface HistoryEntry {
  documentId: string;
  action: AuditAction;
  actorType?: ActorType;
  actorName?: string | null;
  at: string;
}

/** A delivery as far as the person may read it; its state and its event's type are always there. */
export interface RecordDelivery {
  documentId: string;
  state: DeliveryState;
  eventType: SentEventType;
  eventId?: string;
  attempts?: number;
  resentFrom?: string | null;
  createdAt: string;
  /** Where it goes; null when the subscription is deleted or may not be read. */
  url: string | null;
}

/** The newest of what hangs on a record. */
export interface Newest<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

/** Which record's, and how many at most. */
export interface NewestRequest {
  type: RecordType;
  /** The name that Strapi knows the type under. */
  model: string;
  documentId: string;
  limit: number;
}

const asNewest = <Item>({ data, meta }: Answer<Item[], { hasMore: boolean }>): Newest<Item> => ({
  items: data,
  hasMore: meta.hasMore,
});

const newest =
  (what: 'history' | 'deliveries') =>
  ({ type, documentId, limit }: NewestRequest) => ({
    url: `/work-tracking/records/${encodeURIComponent(documentId)}/${what}`,
    config: { params: { type, limit } },
  });

const editViewApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    getRecordHistory: build.query<Newest<HistoryEntry>, NewestRequest>({
      query: newest('history'),
      transformResponse: asNewest<HistoryEntry>,
      providesTags: (_result, _error, { model, documentId }) => [documentTag(model, documentId)],
    }),
    getRecordDeliveries: build.query<Newest<RecordDelivery>, NewestRequest>({
      query: newest('deliveries'),
      transformResponse: asNewest<RecordDelivery>,
      providesTags: (_result, _error, { model, documentId }) => [documentTag(model, documentId)],
    }),
    getTicketMoves: build.query<TicketMoves, string>({
      query: (documentId) => `/work-tracking/tickets/${encodeURIComponent(documentId)}/moves`,
      transformResponse: ({ data }: Answer<TicketMoves>) => data,
    }),
    sendTestEvent: build.mutation<{ documentId: string; state: DeliveryState }, string>({
      query: (documentId) => ({
        url: `/work-tracking/subscriptions/${encodeURIComponent(documentId)}/test`,
        method: 'POST',
        data: {},
      }),
      transformResponse: ({ data }: Answer<{ documentId: string; state: DeliveryState }>) => data,
      invalidatesTags: (_result, _error, documentId) => [documentTag(SUBSCRIPTION, documentId)],
    }),
  }),
  overrideExisting: false,
});

export const {
  useGetRecordHistoryQuery,
  useGetRecordDeliveriesQuery,
  useGetTicketMovesQuery,
  useSendTestEventMutation,
} = editViewApi;

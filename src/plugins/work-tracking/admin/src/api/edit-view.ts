import type { DeliveryState } from '../../../domain/delivery';
import type { ActorType, AuditAction, Changes, SentEventType } from '../../../domain/events';
import type { TicketMoves } from '../../../domain/ticket';
import type { NewDelivery } from './deliveries';
import { documentsApi, documentTag, SUBSCRIPTION, type RecordType } from './documents';
import { withQuery } from './query-string';
import { dataOf, type PanelResponse } from './responses';

/** An audit entry of a record: the fields that the user may read. */
export interface HistoryEntry {
  documentId: string;
  action: AuditAction;
  actorType?: ActorType;
  actorName?: string | null;
  at: string;
  /** The changes of the fields that the user may read; null where nothing is known of them. */
  changes: Changes | null;
}

/** The fields of a delivery that the user may read; its state and event type are always included. */
export interface RecordDelivery {
  documentId: string;
  state: DeliveryState;
  eventType: SentEventType;
  eventId?: string;
  attempts?: number;
  isResent: boolean;
  createdAt: string;
  /** The subscription's URL; null when the subscription is deleted or may not be read. */
  url: string | null;
}

/** The newest audit entries or deliveries of a record. */
export interface Newest<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

export interface NewestRequest {
  type: RecordType;
  /** Strapi's name of the type. */
  model: string;
  documentId: string;
  limit: number;
}

const asNewest = <Item>({ data, meta }: PanelResponse<Item[], { hasMore: boolean }>): Newest<Item> => ({
  items: data,
  hasMore: meta.hasMore,
});

const newest =
  (what: 'history' | 'deliveries') =>
  ({ type, documentId, limit }: NewestRequest) =>
    withQuery(`/work-tracking/records/${encodeURIComponent(documentId)}/${what}`, { type, limit });

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
      transformResponse: dataOf<TicketMoves>,
    }),
    sendTestEvent: build.mutation<NewDelivery, string>({
      query: (documentId) => ({
        url: `/work-tracking/subscriptions/${encodeURIComponent(documentId)}/test`,
        method: 'POST',
        data: {},
      }),
      transformResponse: dataOf<NewDelivery>,
      invalidatesTags: (_result, _error, documentId) => [documentTag(SUBSCRIPTION, documentId)],
    }),
  }),
});

export const {
  useGetRecordHistoryQuery,
  useGetRecordDeliveriesQuery,
  useGetTicketMovesQuery,
  useSendTestEventMutation,
} = editViewApi;

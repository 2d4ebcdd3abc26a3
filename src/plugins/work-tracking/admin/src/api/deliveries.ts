import { adminApi } from '@strapi/strapi/admin';
import type { AttemptResult, DeliveryState, EndedDeliveryState, ResendState } from '../../../domain/delivery';
import type { SentEventType } from '../../../domain/events';
import type { Period } from '../../../domain/period';
import type { Answer } from './answer';
import type { ProjectChoice } from './project-choice';

/** What narrows the list; what is not given narrows nothing. */
export interface DeliveryFilters {
  project?: string;
  subscription?: string;
  eventType?: SentEventType;
  state?: DeliveryState;
  /** Up to now; else from and to, as ISO 8601. */
  period?: Period;
  since?: string;
  until?: string;
}

export interface SubscriptionChoice {
  documentId: string;
  url: string;
  active?: boolean;
  project?: ProjectChoice | null;
}

/** What can be filtered by, and which parts of the console the person may read at all. */
export interface Choices {
  projects: readonly ProjectChoice[];
  subscriptions: readonly SubscriptionChoice[];
  canReadChart: boolean;
  canReadOrders: boolean;
}

/** A subscription as far as the person may read it. */
export interface Endpoint {
  documentId: string;
  isDeleted: boolean;
  canOpen: boolean;
  url?: string;
  active?: boolean;
}

/** A delivery as far as the person may read it; its id, state and times are always there. */
export interface Delivery {
  documentId: string;
  state: DeliveryState;
  createdAt: string;
  nextAttemptAt: string | null;
  eventType?: SentEventType;
  eventId?: string;
  attempts?: number;
  endedAt?: string | null;
  project?: ProjectChoice | null;
  endpoint?: Endpoint;
}

export interface Attempt {
  documentId: string;
  number?: number;
  startedAt?: string;
  durationMs?: number;
  result?: AttemptResult;
  statusCode?: number | null;
  message?: string | null;
  responseBody?: string | null;
  nextAttemptAt?: string | null;
}

/** Another delivery of the same event to the same subscription. */
export interface Kin {
  documentId: string;
  state: DeliveryState;
  createdAt: string;
}

export interface DeliveryDetail extends Delivery {
  /** The bytes that are signed and sent. */
  body?: string;
  /** The record that the event is about, while it is there. */
  record?: { type: 'ticket' | 'decision' | 'subscription'; uid: string; documentId: string } | null;
  /** Without a value where it is made for each attempt. */
  headers?: readonly { name: string; value: string | null }[];
  /** null when the person may not read attempts. */
  attemptLog: readonly Attempt[] | null;
  resentFrom?: Kin | null;
  resentAs?: readonly Kin[];
}

export interface DeliveryList {
  deliveries: readonly Delivery[];
  hasMore: boolean;
}

export interface ChartBucket {
  at: string;
  delivered: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

export interface Chart {
  since: string;
  until: string;
  bucketMs: number;
  isPartial: boolean;
  totals: Omit<ChartBucket, 'at'>;
  buckets: readonly ChartBucket[];
}

/** Which deliveries to send again. */
export interface ResendSelection {
  subscriptionId: string;
  state: EndedDeliveryState;
  since?: string;
  until?: string;
}

export interface ResendOrder {
  documentId: string;
  state: ResendState;
  createdAt: string;
  deliveryState?: EndedDeliveryState;
  since?: string | null;
  until?: string;
  count?: number;
  enqueued?: number;
  endpoint?: Endpoint;
}

const PATH = '/work-tracking/deliveries';
const one = (documentId: string) => `${PATH}/${encodeURIComponent(documentId)}`;

const deliveriesApi = adminApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingDeliveries', 'WorkTrackingResends'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /** The first `pages` pages, read one after the other: none is left out or twice while new ones come in above. */
      getDeliveries: build.query<DeliveryList, { filters: DeliveryFilters; pages: number }>({
        async queryFn({ filters, pages }, _api, _options, read) {
          const deliveries: Delivery[] = [];
          let cursor: string | null | undefined;
          for (let page = 0; page < pages && cursor !== null; page += 1) {
            const params = { ...filters, ...(cursor === undefined ? {} : { cursor }) };
            const { data, error } = await read({ url: PATH, config: { params } });
            if (error) return { error };
            const answer = data as Answer<Delivery[], { nextCursor: string | null }>;
            deliveries.push(...answer.data);
            cursor = answer.meta.nextCursor;
          }
          return { data: { deliveries, hasMore: cursor !== null } };
        },
        providesTags: ['WorkTrackingDeliveries'],
      }),
      getDeliveryChoices: build.query<Choices, undefined>({
        query: () => `${PATH}/choices`,
        transformResponse: ({ data }: Answer<Choices>) => data,
        keepUnusedDataFor: 0,
      }),
      getDeliveryChart: build.query<Chart, Omit<DeliveryFilters, 'state'>>({
        query: (params) => ({ url: `${PATH}/chart`, config: { params } }),
        transformResponse: ({ data }: Answer<Chart>) => data,
      }),
      getDelivery: build.query<DeliveryDetail, string>({
        query: (documentId) => one(documentId),
        transformResponse: ({ data }: Answer<DeliveryDetail>) => data,
        providesTags: ['WorkTrackingDeliveries'],
        keepUnusedDataFor: 0,
      }),
      resendDelivery: build.mutation<Kin, string>({
        query: (documentId) => ({ url: `${one(documentId)}/resend`, method: 'POST', data: {} }),
        transformResponse: ({ data }: Answer<Kin>) => data,
        // Also after a refusal: what the page showed was not what is.
        invalidatesTags: ['WorkTrackingDeliveries'],
      }),
      countResend: build.query<number, ResendSelection>({
        query: (params) => ({ url: `${PATH}/resends/count`, config: { params } }),
        transformResponse: ({ data }: Answer<{ count: number }>) => data.count,
        keepUnusedDataFor: 0,
      }),
      orderResend: build.mutation<ResendOrder, ResendSelection>({
        query: (data) => ({ url: `${PATH}/resends`, method: 'POST', data }),
        transformResponse: ({ data }: Answer<ResendOrder>) => data,
        invalidatesTags: ['WorkTrackingResends'],
      }),
      getResends: build.query<readonly ResendOrder[], undefined>({
        query: () => `${PATH}/resends`,
        transformResponse: ({ data }: Answer<ResendOrder[]>) => data,
        providesTags: ['WorkTrackingResends'],
      }),
    }),
    overrideExisting: false,
  });

export const {
  useGetDeliveriesQuery,
  useGetDeliveryChoicesQuery,
  useGetDeliveryChartQuery,
  useGetDeliveryQuery,
  useResendDeliveryMutation,
  useCountResendQuery,
  useOrderResendMutation,
  useGetResendsQuery,
} = deliveriesApi;

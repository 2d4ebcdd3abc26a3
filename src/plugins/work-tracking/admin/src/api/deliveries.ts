import { adminApi } from '@strapi/strapi/admin';
import type {
  AttemptResult,
  DeliveryFilterState,
  DeliveryState,
  EndedDeliveryState,
  ResendState,
} from '../../../domain/delivery';
import type { SentEventType } from '../../../domain/events';
import type { Period } from '../../../domain/period';
import type { RecordType } from './documents';
import { withQuery } from './query-string';
import { dataOf, type PanelResponse, type ProjectChoice } from './responses';

/** A filter that is not given matches every delivery. */
export interface DeliveryFilters {
  project?: string;
  subscription?: string;
  eventType?: SentEventType;
  state?: DeliveryFilterState;
  /** The id of an event, or the ref of a ticket. */
  search?: string;
  /** Up to now, by name; or `since` and `until`, as ISO 8601. */
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

/** The choices of the filters, and the parts of the console that the user may read. */
export interface Choices {
  projects: readonly ProjectChoice[];
  subscriptions: readonly SubscriptionChoice[];
  canReadChart: boolean;
  canReadResends: boolean;
}

/** The subscription of a delivery: the fields that the user may read. */
export interface DeliverySubscription {
  documentId: string;
  isDeleted: boolean;
  canOpen: boolean;
  url?: string;
  active?: boolean;
}

/** The fields of a delivery that the user may read; its id, state and times are always included. */
export interface Delivery {
  documentId: string;
  state: DeliveryState;
  isResent: boolean;
  createdAt: string;
  nextAttemptAt: string | null;
  eventType?: SentEventType;
  eventId?: string;
  attempts?: number;
  endedAt?: string | null;
  project?: ProjectChoice | null;
  subscription?: DeliverySubscription;
  /** In lists: why the last attempt has failed; null when it has not. */
  lastFailure?: AttemptFailure | null;
}

export type AttemptFailure = Pick<Attempt, 'result' | 'statusCode'>;

/** The answer to a resend, a retry, a cancellation or a test event. */
export type NewDelivery = Pick<Delivery, 'documentId' | 'state'>;

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

/** A delivery that another one was resent from, or as. */
export interface RelatedDelivery {
  documentId: string;
  state: DeliveryState;
  isResent: boolean;
  createdAt: string;
}

export interface DeliveryDetail extends Delivery {
  /** The bytes that are signed and sent. */
  body?: string;
  /** The record that the event is about; null when it is deleted or the user may not open it. */
  record?: { type: RecordType; uid: string; documentId: string } | null;
  /** The value is null where it needs the secret or the time of the attempt. */
  headers?: readonly { name: string; value: string | null }[];
  /** Null when the user may not read attempts. */
  attemptLog: readonly Attempt[] | null;
  resentFrom?: RelatedDelivery | null;
  resentAs?: readonly RelatedDelivery[];
}

export interface DeliveryList {
  deliveries: readonly Delivery[];
  hasMore: boolean;
}

/** How many attempts delivered, and how many failed. */
interface AttemptCounts {
  delivered: number;
  failed: number;
}

export interface DeliveryChart {
  since: string;
  until: string;
  bucketMs: number;
  isPartial: boolean;
  totals: AttemptCounts;
  /** When the attempts were counted, if that was not just now. */
  countedAt: string | null;
  buckets: readonly (AttemptCounts & { at: string })[];
}

/** The selection of deliveries to resend. */
export interface ResendSelection {
  subscriptionId: string;
  state: EndedDeliveryState;
  since?: string;
  until?: string;
}

/** A bulk resend and its progress. */
export interface Resend {
  documentId: string;
  state: ResendState;
  createdAt: string;
  deliveryState?: EndedDeliveryState;
  since?: string | null;
  until?: string;
  count?: number;
  enqueued?: number;
  subscription?: DeliverySubscription;
}

/** The numbers of deliveries that need somebody's attention. */
export interface FailedDeliveries {
  /** Given up in the last day, and not resent. */
  dead: number;
  /** Failed, and due for another attempt. */
  failing: number;
}

const PATH = '/work-tracking/deliveries';
const deliveryPath = (documentId: string) => `${PATH}/${encodeURIComponent(documentId)}`;

const deliveriesApi = adminApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingDeliveries', 'WorkTrackingResends'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Reads the first `pages` pages one after the other, so that new deliveries on top neither hide nor repeat any. */
      getDeliveries: build.query<DeliveryList, { filters: DeliveryFilters; pages: number }>({
        async queryFn({ filters, pages }, _api, _options, read) {
          const deliveries: Delivery[] = [];
          let cursor: string | null | undefined;
          for (let page = 0; page < pages && cursor !== null; page += 1) {
            const { data, error } = await read(withQuery(PATH, { ...filters, cursor }));
            if (error) return { error };
            const response = data as PanelResponse<Delivery[], { nextCursor: string | null }>;
            deliveries.push(...response.data);
            cursor = response.meta.nextCursor;
          }
          return { data: { deliveries, hasMore: cursor !== null } };
        },
        providesTags: ['WorkTrackingDeliveries'],
      }),
      getDeliveryChoices: build.query<Choices, undefined>({
        query: () => `${PATH}/choices`,
        transformResponse: dataOf<Choices>,
        keepUnusedDataFor: 0,
      }),
      getDeliveryChart: build.query<DeliveryChart, Omit<DeliveryFilters, 'state' | 'search'>>({
        query: (filters) => withQuery(`${PATH}/chart`, filters),
        transformResponse: dataOf<DeliveryChart>,
      }),
      getDelivery: build.query<DeliveryDetail, string>({
        query: (documentId) => deliveryPath(documentId),
        transformResponse: dataOf<DeliveryDetail>,
        providesTags: ['WorkTrackingDeliveries'],
        keepUnusedDataFor: 0,
      }),
      resendDelivery: build.mutation<NewDelivery, string>({
        query: (documentId) => ({ url: `${deliveryPath(documentId)}/resend`, method: 'POST', data: {} }),
        transformResponse: dataOf<NewDelivery>,
        // After a refusal too: the page has shown something out of date.
        invalidatesTags: ['WorkTrackingDeliveries'],
      }),
      retryDelivery: build.mutation<NewDelivery, string>({
        query: (documentId) => ({ url: `${deliveryPath(documentId)}/retry`, method: 'POST', data: {} }),
        transformResponse: dataOf<NewDelivery>,
        invalidatesTags: ['WorkTrackingDeliveries'],
      }),
      cancelDelivery: build.mutation<NewDelivery, string>({
        query: (documentId) => ({ url: `${deliveryPath(documentId)}/cancel`, method: 'POST', data: {} }),
        transformResponse: dataOf<NewDelivery>,
        invalidatesTags: ['WorkTrackingDeliveries'],
      }),
      countBulkResend: build.query<number, ResendSelection>({
        query: (selection) => withQuery(`${PATH}/resends/count`, { ...selection }),
        transformResponse: ({ data }: PanelResponse<{ count: number }>) => data.count,
        keepUnusedDataFor: 0,
      }),
      startBulkResend: build.mutation<Resend, ResendSelection>({
        query: (data) => ({ url: `${PATH}/resends`, method: 'POST', data }),
        transformResponse: dataOf<Resend>,
        invalidatesTags: ['WorkTrackingResends'],
      }),
      getBulkResends: build.query<readonly Resend[], undefined>({
        query: () => `${PATH}/resends`,
        transformResponse: dataOf<Resend[]>,
        providesTags: ['WorkTrackingResends'],
      }),
      getFailedDeliveries: build.query<FailedDeliveries, undefined>({
        query: () => '/work-tracking/widgets/failed-deliveries',
        transformResponse: dataOf<FailedDeliveries>,
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
  useRetryDeliveryMutation,
  useCancelDeliveryMutation,
  useCountBulkResendQuery,
  useStartBulkResendMutation,
  useGetBulkResendsQuery,
  useGetFailedDeliveriesQuery,
} = deliveriesApi;

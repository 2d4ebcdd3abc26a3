import type { AttemptResult } from '../../../domain/delivery';
import { changedDocument, documentsApi, SUBSCRIPTION } from './documents';
import { withQuery } from './query-string';
import { dataOf, reading, type PanelResponse, type ProjectChoice } from './responses';

/** The results of a subscription's deliveries of the last day. */
export interface Health {
  delivered: number;
  failing: number;
  dead: number;
  /** There were more than are counted: these are of the latest. */
  isPartial: boolean;
}

/** A failed attempt: the fields that the user may read. */
export interface LastError {
  startedAt?: string;
  result?: AttemptResult;
  statusCode?: number | null;
  message?: string | null;
}

/** A subscription: the fields that the user may read; its id and URL are always included. */
export interface Subscription {
  documentId: string;
  url: string;
  active?: boolean;
  disabledReason?: string | null;
  failingSince?: string | null;
  project?: ProjectChoice | null;
  health?: Health;
  lastError?: LastError | null;
  canSwitch: boolean;
  canReplaceSecret: boolean;
}

export interface SubscriptionList {
  subscriptions: readonly Subscription[];
  hasMore: boolean;
  /** When the health was counted, if that was not just now. */
  countedAt: string | null;
}

/** Deliveries of a subscription that have not ended. */
export interface Waiting {
  pending: number;
  held: number;
}

/** The numbers of things that somebody should look at. */
export interface Attention {
  /** Subscriptions that the service has disabled. */
  disabled: number;
  /** Deliveries that died in the last day and were not resent. */
  dead: number;
}

interface ListMeta {
  nextCursor: string | null;
  countedAt: string | null;
}

const PATH = '/work-tracking/subscriptions';
const pathOf = (documentId: string, place: string) => `${PATH}/${encodeURIComponent(documentId)}/${place}`;

const TAG = 'WorkTrackingSubscriptions';

const subscriptionsApi = documentsApi.enhanceEndpoints({ addTagTypes: [TAG] }).injectEndpoints({
  endpoints: (build) => ({
    /** Reads the first `pages` pages one after the other. */
    getSubscriptions: build.query<SubscriptionList, { text?: string | undefined; pages: number }>({
      async queryFn({ text, pages }, _api, _options, read) {
        const subscriptions: Subscription[] = [];
        let cursor: string | null | undefined;
        let countedAt: string | null = null;
        for (let page = 0; page < pages && cursor !== null; page += 1) {
          const { data, error } = await read(withQuery(PATH, { text: text || undefined, cursor }));
          if (error) return { error };
          const response = data as PanelResponse<Subscription[], ListMeta>;
          subscriptions.push(...response.data);
          cursor = response.meta.nextCursor;
          countedAt ??= response.meta.countedAt;
        }
        return { data: { subscriptions, hasMore: cursor !== null, countedAt } };
      },
      providesTags: [TAG],
    }),
    getWaiting: build.query<Waiting | null, string>({
      query: (documentId) => pathOf(documentId, 'waiting'),
      transformResponse: dataOf<Waiting | null>,
      keepUnusedDataFor: 0,
    }),
    switchSubscription: build.mutation<null, { documentId: string; active: boolean }>({
      query: ({ documentId, active }) => ({
        url: pathOf(documentId, 'active'),
        method: 'PUT',
        data: { active },
      }),
      transformResponse: dataOf<null>,
      // After a refusal too: the page has shown something out of date.
      invalidatesTags: (_result, _error, { documentId }) => [
        TAG,
        ...changedDocument(SUBSCRIPTION, documentId),
      ],
    }),
    replaceSecret: build.mutation<null, { documentId: string; secret: string; endsPrevious: boolean }>({
      query: ({ documentId, ...data }) => ({ url: pathOf(documentId, 'secret'), method: 'PUT', data }),
      transformResponse: dataOf<null>,
      invalidatesTags: (_result, _error, { documentId }) => changedDocument(SUBSCRIPTION, documentId),
    }),
    getAttention: build.query<Attention, undefined>({
      ...reading(`${PATH}/attention`),
      providesTags: [TAG],
    }),
  }),
});

export const {
  useGetSubscriptionsQuery,
  useGetWaitingQuery,
  useSwitchSubscriptionMutation,
  useReplaceSecretMutation,
  useGetAttentionQuery,
} = subscriptionsApi;

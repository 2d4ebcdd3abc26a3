import { documentsApi } from './documents';
import type { Entry } from './entries';
import { dataOf } from './responses';

/** What a field of an entry holds: a text, or those entries of a relation that are on one side only. */
type ShownValue = { text: string } | { entries: readonly Entry[] };

/** A part of a draft that is not what was approved or is published. */
export interface ChangedPart {
  /** The field's label; in a component the names on the way to it. */
  path: readonly string[];
  /** Null for what is new. */
  before: ShownValue | null;
  /** Null for what was taken away. */
  after: ShownValue | null;
  /** Whether the change is longer than what is shown of it. */
  isCut: boolean;
}

/** How the draft of one locale differs from what was last approved or published of it. */
export interface LocaleChanges {
  locale: string | null;
  isPublished: boolean;
  /** When that was approved with which it is compared; null where this is what is published. */
  approvedAt: string | null;
  parts: readonly ChangedPart[];
  /** How many more parts differ that the user may read. */
  further: number;
  /** Whether there are changes in what the user may not read. */
  hasUnreadable: boolean;
  /** The page of the application that shows the draft. */
  previewUrl: string | null;
}

/** What has changed in the entries of a decision since they were last approved or published. */
export interface ContentChanges {
  /** Of what is shown here, or of what was there right before. */
  contentDigest: string | null;
  /** None for users who may not read what the decision is about. */
  entries: readonly { entry: Entry; locales: readonly LocaleChanges[] }[];
}

const changesApi = documentsApi.enhanceEndpoints({ addTagTypes: ['WorkTrackingEntry'] }).injectEndpoints({
  endpoints: (build) => ({
    /** @param contentDigest what the decision says of its entries: with each other one they are read again */
    getContentChanges: build.query<ContentChanges, { documentId: string; contentDigest: string }>({
      query: ({ documentId }) => `/work-tracking/decisions/${encodeURIComponent(documentId)}/changes`,
      transformResponse: dataOf<ContentChanges>,
      providesTags: ['WorkTrackingEntry'],
      // What was read before the user came back may be older than what they are asked to sign.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetContentChangesQuery } = changesApi;

import type { ContentReference } from '../../../domain/content';
import type { DecisionStatus, Frontmatter } from '../../../domain/decision';
import { changedDocument, DECISION, documentsApi } from './documents';
import { withQuery } from './query-string';
import {
  dataOf,
  markerOf,
  reading,
  type AtMarker,
  type PanelResponse,
  type ProjectChoice,
} from './responses';

/** The fields of a decision that the user may read; only its id and status are always included. */
export interface Decision {
  documentId: string;
  state: DecisionStatus;
  slug?: string;
  title?: string;
  verdict?: string | null;
  optionId?: string | null;
  note?: string | null;
  resolvedAt?: string | null;
  createdAt?: string;
}

/** A decision in the inbox's list. */
export interface ListedDecision extends Decision {
  project?: ProjectChoice | null;
  /** Who filed it; null where that is not known. */
  askedBy: { type: string; name: string } | null;
  /** Has the user filed it? */
  isOwn: boolean;
  /** Null while it is open, and for users who may not read when it was resolved. */
  resolvedBy: { type: string; name: string } | null;
}

/** A decision that is opened in the inbox. */
export interface InboxDecision extends ListedDecision {
  bodyMarkdown?: string | null;
  frontmatter?: Frontmatter | null;
  /** The entries that it is about. */
  content?: readonly ContentReference[] | null;
  /** Counts the changes; a change is refused when it was made to an older version. */
  version: number;
  /** May the user change what it is about? */
  isContentEditable: boolean;
  /** Of its entries under sign-off, as they are; null for none. Whoever resolves it sends what they have seen. */
  contentDigest: string | null;
  /** The options and verdicts that approve its entries under sign-off, the usual one first; empty for none. */
  approvals: readonly string[];
}

export interface InboxFilters {
  /** A project's public id; all projects unless given. */
  project?: string;
  text?: string;
}

export interface InboxQuery extends InboxFilters {
  status: DecisionStatus;
  limit?: number;
}

export interface Inbox {
  decisions: readonly ListedDecision[];
  /** How many match in all, listed or not. */
  count: number;
}

/** The resolution to send. */
export interface Resolution {
  verdict: string;
  optionId?: string;
  note?: string;
  contentDigest: string | null;
}

const decisionsApi = documentsApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingDecision', 'WorkTrackingEntry'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getInbox: build.query<Inbox, InboxQuery & AtMarker>({
        query: ({ marker: _marker, ...asked }) => withQuery('/work-tracking/decisions', asked),
        transformResponse: ({ data, meta }: PanelResponse<ListedDecision[], { count: number }>) => ({
          decisions: data,
          count: meta.count,
        }),
        providesTags: ['WorkTrackingDecision'],
      }),
      getInboxCounts: build.query<Record<DecisionStatus, number>, InboxFilters & AtMarker>({
        query: ({ marker: _marker, ...filters }) => withQuery('/work-tracking/decisions/counts', filters),
        transformResponse: dataOf<Record<DecisionStatus, number>>,
        providesTags: ['WorkTrackingDecision'],
      }),
      getInboxDecision: build.query<InboxDecision, { documentId: string } & AtMarker>({
        query: ({ documentId }) => `/work-tracking/decisions/${encodeURIComponent(documentId)}`,
        transformResponse: dataOf<InboxDecision>,
        providesTags: ['WorkTrackingDecision'],
      }),
      getInboxProjects: build.query<readonly ProjectChoice[], undefined>(
        reading('/work-tracking/decisions/projects'),
      ),
      getInboxChanges: build.query<string, undefined>({
        query: () => '/work-tracking/decisions/changes',
        transformResponse: markerOf,
      }),
      changeDecisionContent: build.mutation<
        { version: number },
        { documentId: string; version: number; content: readonly ContentReference[] }
      >({
        query: ({ documentId, ...data }) => ({
          url: `/work-tracking/decisions/${encodeURIComponent(documentId)}/content`,
          method: 'PUT',
          data,
        }),
        transformResponse: dataOf<{ version: number }>,
        // After a refusal too, as below.
        invalidatesTags: (_result, _error, { documentId }) => [
          'WorkTrackingDecision',
          ...changedDocument(DECISION, documentId),
        ],
      }),
      resolveDecision: build.mutation<Decision, Resolution & { documentId: string }>({
        query: ({ documentId, optionId, ...resolution }) => ({
          url: `/work-tracking/decisions/${encodeURIComponent(documentId)}/resolve`,
          method: 'POST',
          data: { ...resolution, option_id: optionId },
        }),
        transformResponse: dataOf<Decision>,
        // After a refusal too: the page has shown something out of date, of the decision or of what it is about.
        invalidatesTags: (_result, _error, { documentId }) => [
          'WorkTrackingDecision',
          'WorkTrackingEntry',
          ...changedDocument(DECISION, documentId),
        ],
      }),
    }),
  });

export const {
  useGetInboxQuery,
  useGetInboxCountsQuery,
  useGetInboxDecisionQuery,
  useGetInboxProjectsQuery,
  useGetInboxChangesQuery,
  useChangeDecisionContentMutation,
  useResolveDecisionMutation,
} = decisionsApi;

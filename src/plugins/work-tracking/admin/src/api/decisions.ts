import type { DecisionStatus, Frontmatter } from '../../../domain/decision';
import { DECISION } from '../content-manager/types';
import type { Answer } from './answer';
import { changedDocument, documentsApi } from './documents';

/** A decision as far as the person may read it; only its id and status are always there. */
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

/** A line of the inbox. */
export interface InboxLine extends Decision {
  project?: DecisionProject | null;
  /** Null while it is open, and where the person may not read when it was resolved. */
  resolvedBy: { type: string; name: string } | null;
}

export interface DecisionProject {
  documentId: string;
  key?: string;
  name?: string;
}

/** A decision as the inbox opens it. */
export interface InboxDecision extends InboxLine {
  bodyMarkdown?: string | null;
  frontmatter?: Frontmatter | null;
  /** May this person change what a resolution sets, as the content manager sees it? */
  canResolve: boolean;
}

/** What the inbox is asked for; what is not given narrows nothing. */
export interface InboxQuery {
  status: DecisionStatus;
  /** A project's public id. */
  project?: string;
  limit?: number;
}

export interface Inbox {
  decisions: readonly InboxLine[];
  /** Of all that match. */
  count: number;
}

/** What a decision is resolved with. */
export interface Resolution {
  verdict: string;
  optionId?: string;
  note?: string;
}

/** What the database was at; another one asks again. */
interface AtMarker {
  marker?: string | undefined;
}

const decisionsApi = documentsApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingDecision'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getInbox: build.query<Inbox, InboxQuery & AtMarker>({
        query: ({ marker: _marker, ...params }) => ({ url: '/work-tracking/decisions', config: { params } }),
        transformResponse: ({ data, meta }: Answer<InboxLine[], { count: number }>) => ({
          decisions: data,
          count: meta.count,
        }),
        providesTags: ['WorkTrackingDecision'],
      }),
      getInboxDecision: build.query<InboxDecision, { documentId: string } & AtMarker>({
        query: ({ documentId }) => `/work-tracking/decisions/${encodeURIComponent(documentId)}`,
        transformResponse: ({ data }: Answer<InboxDecision>) => data,
        providesTags: ['WorkTrackingDecision'],
      }),
      getInboxProjects: build.query<readonly DecisionProject[], undefined>({
        query: () => '/work-tracking/decisions/projects',
        transformResponse: ({ data }: Answer<DecisionProject[]>) => data,
      }),
      getInboxChanges: build.query<string, undefined>({
        query: () => '/work-tracking/decisions/changes',
        transformResponse: ({ data }: Answer<{ marker: string }>) => data.marker,
      }),
      resolveDecision: build.mutation<Decision, Resolution & { documentId: string }>({
        query: ({ documentId, verdict, optionId, note }) => ({
          url: `/work-tracking/decisions/${encodeURIComponent(documentId)}/resolve`,
          method: 'POST',
          data: { verdict, option_id: optionId, note },
        }),
        transformResponse: ({ data }: Answer<Decision>) => data,
        // Also after a refusal: what was shown was not what is.
        invalidatesTags: (_result, _error, { documentId }) => [
          'WorkTrackingDecision',
          ...changedDocument(DECISION, documentId),
        ],
      }),
    }),
    overrideExisting: false,
  });

export const {
  useGetInboxQuery,
  useGetInboxDecisionQuery,
  useGetInboxProjectsQuery,
  useGetInboxChangesQuery,
  useResolveDecisionMutation,
} = decisionsApi;

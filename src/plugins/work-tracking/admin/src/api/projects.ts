import { adminApi } from '@strapi/strapi/admin';
import { dataOf, reading, type PanelResponse, type ProjectChoice } from './responses';

/** The number of a project's records, by type; types that the user may not read in the content manager are left out. */
export interface ProjectCounts {
  /** By status. */
  tickets?: Record<string, number>;
  openDecisions?: number;
  subscriptions?: number;
  tokens: number;
}

/** The fields of the form that makes or changes a project. */
export interface ProjectData {
  key: string;
  name: string;
  ventureKey: string;
}

/** The fields of a project that the user may read; its id and key are always included. */
export interface ListedProject extends Partial<ProjectData> {
  documentId: string;
  key: string;
  counts: ProjectCounts;
}

export interface ProjectList {
  projects: readonly ListedProject[];
  /** When the tickets and decisions were counted, if that was not just now. */
  countedAt: string | null;
  canCreate: boolean;
  canUpdate: boolean;
}

type ListMeta = Omit<ProjectList, 'projects'>;

/** A token's rights in its project; the last two are Strapi's own types, which reach all of Strapi. */
export type TokenAccess = 'full' | 'read-only' | 'custom' | 'strapi-full-access' | 'strapi-read-only';

/** A token, never with its secret. */
export interface BindableToken {
  id: number;
  name: string;
  access: TokenAccess;
  /** The actions of v1 that it holds. */
  scopes: readonly string[];
  /** Does it open more of Strapi than v1? */
  opensMore: boolean;
  lastUsedAt: string | null;
  expiresAt: string | null;
  createdAt: string;
}

export interface ProjectToken extends BindableToken {
  project: ProjectChoice;
  /** Revoking deletes it. One that was bound comes from Settings → API Tokens, and is only unbound. */
  isIssuedHere: boolean;
  /** The one who issued or bound it, and when; null when no audit entry says so. */
  issued: { by: { type: string; name: string }; at: string } | null;
}

/** An action of v1. */
export interface TokenAction {
  action: string;
  /** What a token opens that holds it: the server's own sentence. */
  opens: string;
  /** The least access that holds it; any token of a project opens what is for any. */
  heldFrom: 'any' | 'read-only' | 'full';
}

export interface NewToken {
  /** The project's public id. */
  project: string;
  name?: string;
  access: 'full' | 'read-only';
  /** Lifetime; a token without one does not expire. */
  days?: number;
}

export interface IssuedToken {
  /** In clear text. Nothing stores it, so it is shown this once. */
  token: string;
  /** The path of the API below Strapi's own address. */
  apiPath: string;
}

const projectsApi = adminApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingProject', 'WorkTrackingToken'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getProjectList: build.query<ProjectList, undefined>({
        query: () => '/work-tracking/projects',
        transformResponse: ({ data: projects, meta }: PanelResponse<ListedProject[], ListMeta>) => ({
          projects,
          ...meta,
        }),
        providesTags: ['WorkTrackingProject', 'WorkTrackingToken'],
      }),
      saveProject: build.mutation<
        { documentId: string },
        ProjectData & { documentId?: string; fields?: Record<string, unknown> }
      >({
        query: ({ documentId, ...data }) =>
          documentId === undefined
            ? { url: '/work-tracking/projects', method: 'POST', data }
            : { url: `/work-tracking/projects/${encodeURIComponent(documentId)}`, method: 'PUT', data },
        transformResponse: dataOf<{ documentId: string }>,
        invalidatesTags: ['WorkTrackingProject', 'WorkTrackingToken'],
      }),
      getTokens: build.query<readonly ProjectToken[], undefined>({
        ...reading('/work-tracking/tokens'),
        providesTags: ['WorkTrackingToken'],
      }),
      getTokenActions: build.query<readonly TokenAction[], undefined>(
        reading('/work-tracking/tokens/actions'),
      ),
      getBindableTokens: build.query<readonly BindableToken[], undefined>({
        ...reading('/work-tracking/tokens/bindable'),
        providesTags: ['WorkTrackingToken'],
      }),
      issueToken: build.mutation<IssuedToken, NewToken>({
        query: (data) => ({ url: '/work-tracking/tokens', method: 'POST', data }),
        transformResponse: dataOf<IssuedToken>,
        invalidatesTags: ['WorkTrackingToken'],
      }),
      bindToken: build.mutation<undefined, { id: number; project: string }>({
        query: ({ id, project }) => ({
          url: `/work-tracking/tokens/${id}/bind`,
          method: 'POST',
          data: { project },
        }),
        invalidatesTags: ['WorkTrackingToken'],
      }),
      unbindToken: build.mutation<undefined, number>({
        query: (id) => ({ url: `/work-tracking/tokens/${id}/unbind`, method: 'POST', data: {} }),
        invalidatesTags: ['WorkTrackingToken'],
      }),
      revokeToken: build.mutation<undefined, number>({
        query: (id) => ({ url: `/work-tracking/tokens/${id}`, method: 'DELETE' }),
        invalidatesTags: ['WorkTrackingToken'],
      }),
    }),
  });

export const {
  useGetProjectListQuery,
  useSaveProjectMutation,
  useGetTokensQuery,
  useGetTokenActionsQuery,
  useGetBindableTokensQuery,
  useIssueTokenMutation,
  useBindTokenMutation,
  useUnbindTokenMutation,
  useRevokeTokenMutation,
} = projectsApi;

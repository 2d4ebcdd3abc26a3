import { adminApi } from '@strapi/strapi/admin';
import type { Answer } from './answer';

/** How much a project has; what the person may not read in the content manager is left out. */
export interface ProjectCounts {
  /** By status. */
  tickets?: Record<string, number>;
  openDecisions?: number;
  subscriptions?: number;
  tokens: number;
}

/** What a person gives of a project. */
export interface ProjectData {
  key: string;
  name: string;
  ventureKey: string;
}

/** A project as far as the person may read it; its id and key are always there. */
export interface ListedProject extends Partial<ProjectData> {
  documentId: string;
  key: string;
  counts: ProjectCounts;
}

export interface ProjectList {
  projects: readonly ListedProject[];
  canCreate: boolean;
  canUpdate: boolean;
}

/** What a token may do: in its project, or, as Strapi's own types, in all of Strapi. */
export type TokenAccess = 'full' | 'read-only' | 'custom' | 'strapi-full-access' | 'strapi-read-only';

/** A token, never with its secret. */
export interface BindableToken {
  id: number;
  name: string;
  access: TokenAccess;
  lastUsedAt: string | null;
  expiresAt: string | null;
  createdAt: string;
}

export interface ProjectToken extends BindableToken {
  project: { documentId: string; key: string };
  /** Who gave it its project, and when; null for what is older than the audit. */
  issued: { by: { type: string; name: string }; at: string } | null;
}

export interface NewToken {
  /** The project's public id. */
  project: string;
  name?: string;
  access: 'full' | 'read-only';
  /** Lifetime; without it the token does not expire. */
  days?: number;
}

export interface IssuedToken {
  /** In clear; it is not kept. */
  token: string;
  /** Where v1 is, below Strapi's own address. */
  apiPath: string;
}

const projectsApi = adminApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingProject', 'WorkTrackingToken'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getProjectList: build.query<ProjectList, undefined>({
        query: () => '/work-tracking/projects',
        transformResponse: ({ data, meta }: Answer<ListedProject[], Omit<ProjectList, 'projects'>>) => ({
          projects: data,
          ...meta,
        }),
        providesTags: ['WorkTrackingProject', 'WorkTrackingToken'],
      }),
      saveProject: build.mutation<undefined, ProjectData & { documentId?: string }>({
        query: ({ documentId, ...data }) =>
          documentId === undefined
            ? { url: '/work-tracking/projects', method: 'POST', data }
            : { url: `/work-tracking/projects/${encodeURIComponent(documentId)}`, method: 'PUT', data },
        invalidatesTags: ['WorkTrackingProject', 'WorkTrackingToken'],
      }),
      getTokens: build.query<readonly ProjectToken[], undefined>({
        query: () => '/work-tracking/tokens',
        transformResponse: ({ data }: Answer<ProjectToken[]>) => data,
        providesTags: ['WorkTrackingToken'],
      }),
      getBindableTokens: build.query<readonly BindableToken[], undefined>({
        query: () => '/work-tracking/tokens/bindable',
        transformResponse: ({ data }: Answer<BindableToken[]>) => data,
        providesTags: ['WorkTrackingToken'],
      }),
      issueToken: build.mutation<IssuedToken, NewToken>({
        query: (data) => ({ url: '/work-tracking/tokens', method: 'POST', data }),
        transformResponse: ({ data }: Answer<IssuedToken>) => data,
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
    overrideExisting: false,
  });

export const {
  useGetProjectListQuery,
  useSaveProjectMutation,
  useGetTokensQuery,
  useGetBindableTokensQuery,
  useIssueTokenMutation,
  useBindTokenMutation,
  useUnbindTokenMutation,
  useRevokeTokenMutation,
} = projectsApi;

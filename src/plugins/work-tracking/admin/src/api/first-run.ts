import { adminApi } from '@strapi/strapi/admin';
import { dataOf } from './responses';

/** The steps of an installation without tickets. */
export interface FirstRun {
  hasProject: boolean;
  /** Whether there is any, also one that the user may not read. */
  hasTicket: boolean;
  canCreateProject: boolean;
  /** A few of those who can make the first project, by name, for a user who can't. */
  projectMakers: readonly string[];
  hasToken: boolean;
}

const firstRunApi = adminApi
  .enhanceEndpoints({ addTagTypes: ['WorkTrackingProject', 'WorkTrackingToken'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getFirstRun: build.query<FirstRun, undefined>({
        query: () => '/work-tracking/board/first-run',
        transformResponse: dataOf<FirstRun>,
        providesTags: ['WorkTrackingProject', 'WorkTrackingToken'],
      }),
    }),
    overrideExisting: false,
  });

export const { useGetFirstRunQuery } = firstRunApi;

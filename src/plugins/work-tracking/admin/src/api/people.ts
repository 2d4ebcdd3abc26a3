import { adminApi } from '@strapi/strapi/admin';
import { dataOf } from './responses';

/** Somebody who has tickets, or whom one can be assigned to. */
export interface PersonChoice {
  id: string;
  name: string;
}

const peopleApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** People who can be assigned to tickets, by name; none for a user who may neither read nor change assignees. */
    getPeople: build.query<readonly PersonChoice[], undefined>({
      query: () => '/work-tracking/people',
      transformResponse: dataOf<PersonChoice[]>,
    }),
    /** The same people, and after them those who have tickets but can't be assigned any more. */
    getAssignees: build.query<readonly PersonChoice[], undefined>({
      query: () => '/work-tracking/people?former=true',
      transformResponse: dataOf<PersonChoice[]>,
    }),
  }),
  overrideExisting: false,
});

export const { useGetAssigneesQuery, useGetPeopleQuery } = peopleApi;

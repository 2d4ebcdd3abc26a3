import { adminApi } from '@strapi/strapi/admin';
import { dataOf } from './responses';

/** Somebody who has tickets, or whom one can be assigned to. */
export interface PersonChoice {
  id: string;
  name: string;
}

const peopleApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whom a ticket can be assigned to, by name; none for a user who may neither read nor change whose tickets are. */
    getPeople: build.query<readonly PersonChoice[], undefined>({
      query: () => '/work-tracking/people',
      transformResponse: dataOf<PersonChoice[]>,
    }),
    /** Those and, after them, who has tickets though none can be assigned to them any more. */
    getAssignees: build.query<readonly PersonChoice[], undefined>({
      query: () => '/work-tracking/people?former=true',
      transformResponse: dataOf<PersonChoice[]>,
    }),
  }),
  overrideExisting: false,
});

export const { useGetAssigneesQuery, useGetPeopleQuery } = peopleApi;

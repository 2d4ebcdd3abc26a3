import { adminApi } from '@strapi/strapi/admin';
import { dataOf } from './responses';

/** Somebody whom a ticket can be assigned to. */
export interface PersonChoice {
  id: string;
  name: string;
}

const peopleApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** By name; none for a user who may neither read nor change whose tickets are. */
    getPeople: build.query<readonly PersonChoice[], undefined>({
      query: () => '/work-tracking/people',
      transformResponse: dataOf<PersonChoice[]>,
    }),
  }),
  overrideExisting: false,
});

export const { useGetPeopleQuery } = peopleApi;

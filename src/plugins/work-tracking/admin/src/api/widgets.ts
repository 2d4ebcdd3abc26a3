import { adminApi } from '@strapi/strapi/admin';

/** Deliveries that need somebody. */
export interface FailedDeliveries {
  /** Given up in the last day. */
  dead: number;
  /** Failed, and to be tried again. */
  failing: number;
}

const widgetsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getFailedDeliveries: build.query<FailedDeliveries, undefined>({
      query: () => '/work-tracking/widgets/failed-deliveries',
      transformResponse: ({ data }: { data: FailedDeliveries }) => data,
    }),
  }),
  overrideExisting: false,
});

export const { useGetFailedDeliveriesQuery } = widgetsApi;

import { documentsApi } from './documents';
import { withQuery } from './query-string';
import { dataOf } from './responses';

/** A field that a content team has made required of new records. */
export interface RequiredField {
  name: string;
  label: string;
  /** Strapi's name of the attribute's type. */
  type: string;
  /** Can a dialog ask for it? */
  isAskable: boolean;
  /** The values of an enumeration. */
  values?: readonly string[];
  maxLength?: number;
}

/** The types whose records dialogs make. */
export type MadeInDialogs = 'ticket' | 'decision' | 'project';

const requiredFieldsApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    getWorkTrackingRequiredFields: build.query<readonly RequiredField[], MadeInDialogs>({
      query: (type) => withQuery('/work-tracking/required-fields', { type }),
      transformResponse: dataOf<RequiredField[]>,
    }),
  }),
  overrideExisting: false,
});

export const { useGetWorkTrackingRequiredFieldsQuery: useGetRequiredFieldsQuery } = requiredFieldsApi;

import { documentsApi } from './documents';
import { withQuery } from './query-string';
import { dataOf } from './responses';

/** A field that a content team has added, as it is asked for outside of the content manager's form. */
export interface AskedField {
  name: string;
  label: string;
  /** Strapi's name of the attribute's type. */
  type: string;
  /** Can it be asked for there? */
  isAskable: boolean;
  /** The values of an enumeration. */
  values?: readonly string[];
  maxLength?: number;
}

/** A value of such a field; null for none. */
export type PlainValue = string | number | boolean | null;

/** The types whose records dialogs make. */
export type MadeInDialogs = 'ticket' | 'decision' | 'project';

const requiredFieldsApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    getWorkTrackingRequiredFields: build.query<readonly AskedField[], MadeInDialogs>({
      query: (type) => withQuery('/work-tracking/required-fields', { type }),
      transformResponse: dataOf<AskedField[]>,
    }),
  }),
});

export const { useGetWorkTrackingRequiredFieldsQuery: useGetRequiredFieldsQuery } = requiredFieldsApi;

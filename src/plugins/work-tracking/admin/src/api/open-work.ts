import { DECISION, documentsApi, listTag, TICKET } from './documents';
import { withQuery } from './query-string';
import { dataOf } from './responses';

/** Entries of a type in a list of the content manager. */
interface Entries {
  type: string;
  ids: readonly string[];
  /** Undefined for a type without locales. */
  locale: string | undefined;
}

/** How much work about an entry is open. */
interface OpenWork {
  id: string;
  count: number;
}

/** The tag under which the content manager caches how the list and the form of a type look. */
const VIEWS_TAG = 'ContentTypesConfiguration';

const openWorkApi = documentsApi.enhanceEndpoints({ addTagTypes: [VIEWS_TAG] }).injectEndpoints({
  endpoints: (build) => ({
    /** Up to `MAX_COUNTED_ENTRIES`; null for a type that no work can be about. */
    getOpenWork: build.query<readonly OpenWork[] | null, Entries>({
      query: ({ type, ids, locale }) =>
        withQuery('/work-tracking/open-work', {
          ...{ type, ids: ids.join(',') },
          ...(locale === undefined ? {} : { locale }),
        }),
      transformResponse: dataOf<readonly OpenWork[] | null>,
      providesTags: [listTag(TICKET), listTag(DECISION)],
      // Counts are read again when the list is opened again.
      keepUnusedDataFor: 0,
    }),
    /** Keeps in this browser whether the list of a type has the column, and has the list drawn again. */
    showOpenWork: build.mutation<null, { type: string; isShown: boolean }>({
      queryFn({ type, isShown }) {
        if (isShown) localStorage.setItem(keyOf(type), 'true');
        else localStorage.removeItem(keyOf(type));
        return { data: null };
      },
      invalidatesTags: (_result, _error, { type }) => [{ type: VIEWS_TAG, id: type }],
    }),
  }),
});

const keyOf = (type: string): string => `work-tracking.open-work.${type}`;

/** Has the list of a type the column, in this browser? */
export const isOpenWorkShown = (type: string): boolean => localStorage.getItem(keyOf(type)) === 'true';

export const { useGetOpenWorkQuery, useShowOpenWorkMutation } = openWorkApi;

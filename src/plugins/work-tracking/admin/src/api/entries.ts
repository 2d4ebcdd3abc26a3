import { referenceText, type ContentReference } from '../../../domain/content';
import { documentsApi, documentTag, listTag, singleTag } from './documents';
import { withQuery } from './query-string';
import { dataOf, reading } from './responses';

/** A content type to whose entries work can refer and that the user may read. */
export interface EntryType {
  /** Strapi's name of it. */
  type: string;
  /** Its name in the panel. */
  name: string;
  /** Has it one entry only? */
  isSingle: boolean;
  isLocalized: boolean;
}

export interface EntryTypes {
  types: readonly EntryType[];
  /** The locales of the application, by name. */
  locales: readonly { code: string; name: string }[];
}

/** An entry of the application, as far as the user may read it. */
export interface Entry extends ContentReference {
  /** `hidden` is one that the user may not read, `gone` one that is no longer there. */
  state: 'readable' | 'hidden' | 'gone';
  /** The name of its type; Strapi's name of a type that is no longer there. */
  typeName: string;
  isSingle: boolean;
  /** Null for an entry without a title. */
  title: string | null;
}

/** The tags that the content manager invalidates after a change of an entry, of a type's list or of a single type. */
const tagsOf = ({ type, id }: ContentReference) => [documentTag(type, id), listTag(type), singleTag(type)];

const entriesApi = documentsApi.enhanceEndpoints({ addTagTypes: ['WorkTrackingEntry'] }).injectEndpoints({
  endpoints: (build) => ({
    getEntryTypes: build.query<EntryTypes, undefined>(reading('/work-tracking/entry-types')),
    /** At least one reference; the entries come in their order. */
    getEntries: build.query<readonly Entry[], readonly ContentReference[]>({
      query: (content) =>
        withQuery('/work-tracking/entries', { content: content.map(referenceText).join(',') }),
      transformResponse: dataOf<Entry[]>,
      providesTags: (_entries, _error, content) => ['WorkTrackingEntry', ...content.flatMap(tagsOf)],
    }),
    /** Finds entries by a text in their titles; for an empty text, those that changed last. */
    findEntries: build.query<readonly Entry[], { type: string; text: string }>({
      query: (asked) => withQuery('/work-tracking/entries/found', asked),
      transformResponse: dataOf<Entry[]>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetEntryTypesQuery, useGetEntriesQuery, useFindEntriesQuery } = entriesApi;

/** May the user choose entries: are there types of which work can be about entries that the user may read? */
export function useMayChooseEntries(isEditable: boolean): boolean {
  const { data } = useGetEntryTypesQuery(undefined, { skip: !isEditable });
  return isEditable && data !== undefined && data.types.length > 0;
}

/** An entry as people name it. */
export const entryName = ({ title, typeName, isSingle, id }: Entry): string =>
  title ?? (isSingle ? typeName : id);

/** The address of an entry in the content manager. */
export function entryPath({ type, id, locale, isSingle }: Entry): string {
  const place = isSingle ? `single-types/${type}` : `collection-types/${type}/${id}`;
  return withQuery(`/content-manager/${place}`, { 'plugins[i18n][locale]': locale });
}

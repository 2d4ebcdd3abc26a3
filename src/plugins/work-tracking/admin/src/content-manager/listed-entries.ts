import chunk from 'lodash/chunk';
import { MAX_COUNTED_ENTRIES } from '../../../domain/content';
import { listAnswer, watchActions } from '../host/answers';

/** An entry in a list of the content manager. */
export interface ListedEntry {
  documentId: string;
  locale?: string | null;
}

/** The ids of the entries that a list has shown together with one, by its type and id: the same for each of them. */
const pages = new Map<string, readonly string[]>();

const keyOf = (type: string, id: string): string => `${type} ${id}`;

/** A middleware of the panel's store. It notes which entries a list shows, so that all are counted by one request. */
export const watchListedEntries = watchActions('host.openWork', (action) => {
  const answer = listAnswer(action);
  if (!answer?.isFulfilled) return;
  const { results = [] } = answer.payload as { results?: readonly ListedEntry[] };
  const ids = [...new Set(results.map(({ documentId }) => documentId))].sort();
  for (const page of chunk(ids, MAX_COUNTED_ENTRIES)) {
    for (const id of page) pages.set(keyOf(answer.type, id), page);
  }
});

/** The ids of entries to count together with one, that one among them. */
export const listedWith = (type: string, id: string): readonly string[] => pages.get(keyOf(type, id)) ?? [id];

import chunk from 'lodash/chunk';

/** An entry in a list of the content manager. */
export interface ListedEntry {
  documentId: string;
  locale?: string | null;
}

/** An action of RTK Query about one request, as far as it is used here. */
interface RequestAction {
  type?: unknown;
  payload?: { results?: readonly ListedEntry[] };
  meta?: { arg?: { endpointName?: string; originalArgs?: { model?: string } } };
}

/** As many as the server counts at once. */
const MAX_ENTRIES = 100;

let listed: { type: string; ids: readonly string[] } = { type: '', ids: [] };

/** A middleware of the panel's store. It notes which entries a list shows, so that all are counted by one request. */
export const watchListedEntries =
  () =>
  () =>
  <Action>(next: (action: Action) => unknown) =>
  (action: Action) => {
    const { type, payload, meta } = Object(action) as RequestAction;
    const { endpointName, originalArgs } = meta?.arg ?? {};
    if (type === 'adminApi/executeQuery/fulfilled' && endpointName === 'getAllDocuments') {
      const ids = (payload?.results ?? []).map(({ documentId }) => documentId);
      listed = { type: originalArgs?.model ?? '', ids: [...new Set(ids)].sort() };
    }
    return next(action);
  };

/** The ids of entries that the list shows together with one, that one among them: up to 100, the same for each of them. */
export function listedWith(type: string, id: string): readonly string[] {
  const pages = listed.type === type ? chunk(listed.ids, MAX_ENTRIES) : [];
  return pages.find((page) => page.includes(id)) ?? [id];
}

import { useRef } from 'react';
import { BOARD_FILTERS, BOARD_SORTS, DUE_FILTERS, ME, NOBODY } from '../../../../domain/board';
import { useGetBoardChoicesQuery, useGetBoardProjectsQuery, type BoardFilters } from '../../api/board';
import { useGetAssigneesQuery } from '../../api/board-page';
import type { Query } from '../../components/QueryStates';
import { useAddressFilters, useOnlyKnown } from '../../hooks/address-filters';

/** Changes some of the filters; an empty value removes one. */
export type ChangeFilters = (change: BoardFilters) => void;

const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);

const RULES = { due: oneOf(DUE_FILTERS), sort: oneOf(BOARD_SORTS) };

export const NO_FILTERS: BoardFilters = Object.fromEntries(BOARD_FILTERS.map((name) => [name, '']));

/**
 * The board's filters, which are in its address. What is unknown there, such as a project that is gone, is removed: the
 * board would be empty, and the filter would look as if nothing were chosen.
 */
export function useBoardFilters(): [BoardFilters, ChangeFilters] {
  const [filters, change] = useAddressFilters(BOARD_FILTERS, RULES);
  const { data: projects } = useGetBoardProjectsQuery(undefined);
  const { data: choices } = useGetBoardChoicesQuery(undefined);
  const { data: people } = useGetAssigneesQuery(undefined);
  const knownProjects = projects?.map(({ documentId }) => documentId);
  const knownPeople = people && [ME, NOBODY, ...people.map(({ id }) => id)];
  useOnlyKnown(filters.project ?? '', knownProjects, () => change({ project: '' }));
  useOnlyKnown(filters.assignee ?? '', knownPeople, () => change({ assignee: '' }));
  useOnlyKnown(filters.priority ?? '', choices?.priorities, () => change({ priority: '' }));
  return [filters, change];
}

/** How many filters are set, without the text and the order. */
export const countOf = ({ text: _text, sort: _sort, ...filters }: BoardFilters): number =>
  Object.keys(filters).length;

/**
 * A query under new filters shows the last answer until it has its own. When it is refused, nothing of that is left:
 * its tickets match other filters. What can't be read again under the same filters stays.
 */
export function useRefusable<Data>(
  query: Query<Data> & { currentData?: Data | undefined },
  filters: BoardFilters,
): Query<Data> {
  const asked = JSON.stringify(filters);
  const answered = useRef<string>();
  if (query.currentData !== undefined) answered.current = asked;
  const isRefused = query.error !== undefined && answered.current !== asked;
  return isRefused ? { error: query.error, refetch: query.refetch } : query;
}

import { useEffect, useRef } from 'react';
import { BOARD_FILTERS, BOARD_SORTS, DUE_FILTERS, ME, NOBODY } from '../../../../domain/board';
import { useGetBoardChoicesQuery, useGetBoardProjectsQuery, type BoardFilters } from '../../api/board';
import { useGetAssigneesQuery } from '../../api/people';
import type { Query } from '../../components/QueryStates';
import { useAddressFilters } from '../../hooks/address-filters';

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
  const known = {
    project: projects?.map(({ documentId }) => documentId),
    assignee: people && [ME, NOBODY, ...people.map(({ id }) => id)],
    priority: choices?.priorities,
  };
  const unknown = (['project', 'assignee', 'priority'] as const)
    .filter((name) => {
      const value = filters[name];
      const values = known[name];
      // Without any, the user may not list them, and may filter by them all the same.
      return value !== undefined && values !== undefined && values.length > 0 && !values.includes(value);
    })
    .join();
  useEffect(() => {
    if (unknown !== '') change(Object.fromEntries(unknown.split(',').map((name) => [name, ''])));
    // Once for each of them, whatever function there is.
  }, [unknown]);
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

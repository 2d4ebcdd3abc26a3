import { useRef } from 'react';
import type { BoardFilters } from '../../api/board';
import type { Query } from '../../components/QueryStates';

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

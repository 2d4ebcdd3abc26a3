import { useEffect, useState } from 'react';
import type { Board, BoardFilters } from '../../api/board';
import { useGetFirstRunQuery, type FirstRun } from '../../api/board-page';
import { useMay } from '../../hooks/permissions';

/** Whether the board shows a part of the tickets only. */
export const isFiltered = (filters: BoardFilters): boolean =>
  Object.entries(filters).some(([name, value]) => name !== 'sort' && Boolean(value));

const isEmpty = ({ columns }: Board): boolean => columns.every(({ count }) => count === 0);

/** The state of an empty board's guide. */
export interface Guide extends FirstRun {
  canIssueTokens: boolean;
}

/**
 * Whether the board is empty, and the guide that it shows then, unless there are tickets that are not on it. Once shown,
 * the guide stays until all is done or it is closed; there is none where the user may do nothing of it.
 */
export function useFirstRun(board: Board | undefined, filters: BoardFilters) {
  const may = useMay();
  const [isGuiding, setGuiding] = useState(false);
  const isBare = board !== undefined && isEmpty(board);
  const isWanted = isBare && !isFiltered(filters);
  const { data } = useGetFirstRunQuery(undefined, {
    skip: !isWanted && !isGuiding,
    refetchOnMountOrArgChange: true,
  });
  const canIssueTokens = may('token.manage') && may('token.read');
  const isUseful = data !== undefined && (!data.hasProject || board?.canFile === true || canIssueTokens);
  const isShown = isWanted && isUseful && !data.hasTicket;
  useEffect(() => {
    if (isShown) setGuiding(true);
  }, [isShown]);
  const isDone = data?.hasToken === true || !canIssueTokens;
  const isLeft = isGuiding && isUseful && !isBare && !isDone;
  const guide: Guide | undefined =
    data && (isShown || isLeft) ? { ...data, hasTicket: !isBare, canIssueTokens } : undefined;
  return { guide, isBare, closeGuide: () => setGuiding(false) };
}

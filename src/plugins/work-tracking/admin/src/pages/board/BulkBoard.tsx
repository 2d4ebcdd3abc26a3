import { lazy, Suspense, type ReactNode } from 'react';
import type { Board, BoardFilters } from '../../api/board';
import type { BoardChanges } from './board-changes';
import { useBulkChange } from './bulk-changes';
import { BulkSummary } from './BulkSummary';
import { useSelection } from './selection';
import { SelectionArea } from './SelectionArea';

/** Loaded once a card is chosen. */
const BulkBar = lazy(() => import('./BulkBar'));

interface BulkBoardProps {
  board: Board;
  filters: BoardFilters;
  changes: BoardChanges;
  canMove: boolean;
  /** The columns. */
  children: ReactNode;
}

/** Can the user choose cards? Only for something that they may do with several. */
export const canChoose = ({ canAssign, canLabel }: Board, canMove: boolean): boolean =>
  canMove || canAssign || canLabel;

/** The columns with the selection of their cards, and what can be done with it. */
export function BulkBoard({ board, filters, changes, canMove, children }: BulkBoardProps) {
  const selection = useSelection(changes.marker, filters);
  const bulk = useBulkChange(selection, changes.refetch);
  const { summary, closeSummary } = bulk;
  if (!canChoose(board, canMove)) return children;
  return (
    <>
      <SelectionArea
        selection={selection}
        bar={
          <Suspense>
            <BulkBar board={board} selection={selection} canMove={canMove} bulk={bulk} />
          </Suspense>
        }
      >
        {children}
      </SelectionArea>
      {summary && <BulkSummary summary={summary} onClose={closeSummary} />}
    </>
  );
}

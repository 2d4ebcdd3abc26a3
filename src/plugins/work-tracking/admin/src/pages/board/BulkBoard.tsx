import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { lazy, Suspense, type ReactNode } from 'react';
import { titleOf, type Board, type BoardFilters } from '../../api/board';
import { useText } from '../../translations/messages';
import type { BoardChanges } from './board-changes';
import { useBulkChange, type Summary } from './bulk-changes';
import { BULK_BAR, useSelection } from './selection';
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

interface BulkSummaryProps {
  summary: Summary;
  onClose: () => void;
}

/** Lists the tickets that were refused, each with the reason. */
function BulkSummary({ summary, onClose }: BulkSummaryProps) {
  const text = useText();
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        onCloseAutoFocus={(event) => {
          // Those that were refused are still chosen.
          event.preventDefault();
          document.getElementById(BULK_BAR)?.querySelector('button')?.focus();
        }}
      >
        <Modal.Header closeLabel={text('action.close')}>
          <Modal.Title>{summary.title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Typography tag="p" paddingBottom={4}>
            {text('bulk.refused.explained')}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {summary.refused.map(({ ticket, why }) => (
              <li key={ticket.documentId}>
                <Typography tag="p" fontWeight="bold">
                  {[ticket.ref, titleOf(ticket)].filter(Boolean).join(' · ')}
                </Typography>
                <Typography tag="p">{why}</Typography>
              </li>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <span />
          <Button onClick={onClose}>{text('action.close')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

import { DndContext, DragOverlay } from '@dnd-kit/core';
import { VisuallyHidden } from '@strapi/design-system';
import { useCallback, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { COUNTED_UP_TO } from '../../../../domain/count';
import { allowedMoves } from '../../../../domain/ticket';
import type { Board, BoardColumn, BoardFilters, Ticket } from '../../api/board';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import type { BoardChanges, OptimisticMove } from './board-changes';
import { CardFace, titleOf } from './CardFace';
import { Column } from './Column';
import { detectCollision, ticketOf, useAccessibleDragging, useBoardSensors } from './dragging';

interface ColumnsProps {
  board: Board;
  /** The moves that were made after the board was read. */
  optimisticMoves: readonly OptimisticMove[];
  filters: BoardFilters;
  changes: BoardChanges;
  canMove: boolean;
}

/** The columns side by side, and dragging between them. */
export function Columns({ board, optimisticMoves, filters, changes, canMove }: ColumnsProps) {
  const { columns, projectMoves } = board;
  const text = useText();
  const statusLabel = useStatusLabel();
  const [dragged, setDragged] = useState<Ticket | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string | null>(null);
  const sensors = useBoardSensors();
  const accessibility = useAccessibleDragging();

  const movesFrom = useCallback(
    ({ project }: Ticket, status: string): readonly string[] => {
      const own = projectMoves[project?.key ?? ''];
      if (own) return allowedMoves(own, status);
      return columns.find((column) => column.status === status)?.moves ?? [];
    },
    [columns, projectMoves],
  );
  const accepts = (status: string): boolean | undefined =>
    dragged ? dragged.state === status || movesFrom(dragged, dragged.state).includes(status) : undefined;

  const { move } = changes;
  const onMove = useCallback(
    (ticket: Ticket, to: string) => {
      if (to === ticket.state) return;
      // The card in the new column takes the focus from the one in the old column.
      focused.current = ticket.documentId;
      setAnnouncement(text('board.moved', { title: titleOf(ticket), status: statusLabel(to) }));
      move(ticket, to);
    },
    [move, text, statusLabel],
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectCollision}
      accessibility={accessibility}
      onDragStart={({ active }) => setDragged(ticketOf(active))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        setDragged(null);
        if (dragged && over) onMove(dragged, String(over.id));
      }}
    >
      <Row
        onFocus={({ target }) => {
          focused.current = target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null;
        }}
      >
        {columns.map((column) => (
          <Column
            key={column.status}
            column={column}
            count={countAfter(column, optimisticMoves)}
            isEnterable={isEnterable(board, column.status)}
            accepts={accepts(column.status)}
            filters={filters}
            changes={changes}
            movesFrom={movesFrom}
            canMove={canMove}
            onMove={onMove}
            focused={focused}
          />
        ))}
      </Row>
      <DragOverlay>{dragged && <CardFace ticket={dragged} isLifted />}</DragOverlay>
      <VisuallyHidden tag="div" role="status" style={{ whiteSpace: 'nowrap' }}>
        {announcement}
      </VisuallyHidden>
    </DndContext>
  );
}

/** Is the status a target in any map of moves? */
const isEnterable = ({ columns, projectMoves }: Board, status: string): boolean =>
  columns.some(({ moves }) => moves.includes(status)) ||
  Object.values(projectMoves).some((own) => Object.values(own).flat().includes(status));

/** A column's count after the moves; where there are more than are counted, it stays. */
function countAfter({ count, status }: BoardColumn, moves: readonly OptimisticMove[]): number {
  if (count > COUNTED_UP_TO) return count;
  const entered = moves.filter(({ to }) => to === status).length;
  return count + entered - moves.filter(({ from }) => from === status).length;
}

const Row = styled.div`
  display: flex;
  gap: ${({ theme }) => theme.spaces[3]};
  height: 100%;
  overflow-x: auto;
`;

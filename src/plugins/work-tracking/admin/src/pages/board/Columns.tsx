import { DndContext, DragOverlay } from '@dnd-kit/core';
import { useCallback, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { allowedMoves } from '../../../../domain/ticket';
import type { Board, BoardFilters, Ticket } from '../../api/board';
import { useStatusLabel } from '../../statuses';
import { useText } from '../../translations/messages';
import { CardFace, titleOf } from './CardFace';
import { Column } from './Column';
import { collide, ticketOf, useAccessibleDragging, useBoardSensors } from './dragging';
import type { Move, Moves } from './moves';

interface ColumnsProps {
  board: Board;
  /** The moves that the columns' counts do not know of yet. */
  ahead: readonly Move[];
  filters: BoardFilters;
  moves: Moves;
  canMove: boolean;
}

/** The columns side by side, and what is dragged from one to another. */
export function Columns({ board, ahead, filters, moves, canMove }: ColumnsProps) {
  const { columns, projectMoves } = board;
  const text = useText();
  const statusLabel = useStatusLabel();
  const [dragged, setDragged] = useState<Ticket | null>(null);
  const [said, setSaid] = useState('');
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

  const { move } = moves;
  const onMove = useCallback(
    (ticket: Ticket, to: string) => {
      if (to === ticket.state) return;
      // The card goes on to its new column, and takes the keyboard along.
      focused.current = ticket.documentId;
      setSaid(text('board.moved', { title: titleOf(ticket), status: statusLabel(to) }));
      move(ticket, to);
    },
    [move, text, statusLabel],
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
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
            count={column.count + shift(ahead, column.status)}
            isEnterable={isEnterable(board, column.status)}
            accepts={accepts(column.status)}
            filters={filters}
            moves={moves}
            movesFrom={movesFrom}
            canMove={canMove}
            onMove={onMove}
            focused={focused}
          />
        ))}
      </Row>
      <DragOverlay>{dragged && <CardFace ticket={dragged} isLifted />}</DragOverlay>
      <Spoken role="status">{said}</Spoken>
    </DndContext>
  );
}

/** Does any map of moves lead there? */
const isEnterable = ({ columns, projectMoves }: Board, status: string): boolean =>
  columns.some(({ moves }) => moves.includes(status)) ||
  Object.values(projectMoves).some((own) => Object.values(own).flat().includes(status));

/** By how much the moves change a column's count. */
const shift = (ahead: readonly Move[], status: string): number =>
  ahead.filter(({ to }) => to === status).length - ahead.filter(({ from }) => from === status).length;

const Row = styled.div`
  display: flex;
  gap: ${({ theme }) => theme.spaces[3]};
  height: 100%;
  overflow-x: auto;
`;

/** For screen readers alone. */
const Spoken = styled.div`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

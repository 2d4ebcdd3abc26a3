import { DndContext, DragOverlay } from '@dnd-kit/core';
import { VisuallyHidden } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useCallback, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { RECENT_DAYS } from '../../../../domain/board';
import { COUNTED_UP_TO } from '../../../../domain/count';
import { DAY_MS } from '../../../../domain/period';
import { INITIAL_TICKET_STATUS } from '../../../../domain/ticket';
import { titleOf, type Board, type BoardColumn, type BoardFilters, type Ticket } from '../../api/board';
import { isFocusRestored } from '../../hooks/kept-focus';
import { prefersReducedMotion } from '../../hooks/motion';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { movesFrom, type BoardChanges, type OptimisticMove } from './board-changes';
import { CardFace } from './CardFace';
import { CollapsedColumn, useCollapsed } from './CollapsedColumn';
import { Column } from './Column';
import {
  detectCollision,
  statusUnderPointer,
  ticketOf,
  useAccessibleDragging,
  useBoardSensors,
} from './dragging';
import { goToCard } from './keyboard';
import { useOpenName } from './ticket/address';

interface ColumnsProps {
  board: Board;
  /** The moves that were made after the board was read. */
  optimisticMoves: readonly OptimisticMove[];
  filters: BoardFilters;
  changes: BoardChanges;
  canMove: boolean;
  /** Starts a new ticket; none for a user who may not. */
  onFile: (() => void) | undefined;
}

/** The columns side by side, and dragging between them. */
export function Columns({ board, optimisticMoves, filters, changes, canMove, onFile }: ColumnsProps) {
  const { columns, projectMoves } = board;
  const text = useText();
  const statusLabel = useStatusLabel();
  const [dragged, setDragged] = useState<Ticket | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string | null>(null);
  const { toggleNotification } = useNotification();
  const openName = useOpenName();
  const sensors = useBoardSensors();
  const accessibility = useAccessibleDragging();
  const [collapsed, collapse] = useCollapsed();
  const isEnded = ({ state }: Ticket) =>
    columns.some(({ status, recent }) => status === state && recent !== undefined);
  const isCollapsed = ({ status, recent }: BoardColumn) => recent !== undefined && collapsed.includes(status);

  const targetsFrom = useCallback(
    (ticket: Ticket, status: string) => movesFrom({ columns, projectMoves }, ticket, status),
    [columns, projectMoves],
  );
  const accepts = (status: string): boolean | undefined =>
    dragged ? dragged.state === status || targetsFrom(dragged, dragged.state).includes(status) : undefined;

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

  function sayWhyNot(ticket: Ticket, to: string | undefined): void {
    const { state } = ticket;
    if (to === undefined || to === state) return;
    const allowed = targetsFrom(ticket, state).map(statusLabel);
    toggleNotification({
      type: 'warning',
      message: text(allowed.length > 0 ? 'board.not_allowed' : 'board.no_moves', {
        from: statusLabel(state),
        to: statusLabel(to),
        allowed: allowed.join(', '),
      }),
    });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectCollision}
      accessibility={accessibility}
      onDragStart={({ active }) => setDragged(ticketOf(active))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={(event) => {
        setDragged(null);
        if (dragged && event.over) onMove(dragged, String(event.over.id));
        else if (dragged) sayWhyNot(dragged, statusUnderPointer());
      }}
    >
      <Row
        onKeyDown={(event) => {
          // While a card is dragged, they are the drag's keys.
          if (!dragged) goToCard(event, openName === undefined);
        }}
        onFocus={({ target }) => {
          // A card that has left its column may not be in the next one yet.
          if (!isFocusRestored())
            focused.current = target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null;
        }}
      >
        {columns.map((before) => {
          const column = columnAfter(before, optimisticMoves);
          const { status } = column;
          return isCollapsed(column) ? (
            <CollapsedColumn
              key={status}
              column={column}
              accepts={accepts(status)}
              takesFocus={optimisticMoves.some(
                ({ ticket, to }) => to === status && ticket.documentId === focused.current,
              )}
              onExpand={() => collapse(status, false)}
            />
          ) : (
            <Column
              key={status}
              column={column}
              onCollapse={() => collapse(status, true)}
              isEnterable={isEnterable(board, status)}
              onFile={status === INITIAL_TICKET_STATUS ? onFile : undefined}
              accepts={accepts(status)}
              filters={filters}
              changes={changes}
              movesFrom={targetsFrom}
              canMove={canMove}
              onMove={onMove}
              focused={focused}
            />
          );
        })}
      </Row>
      <DragOverlay {...(prefersReducedMotion() ? { dropAnimation: null } : {})}>
        {dragged && <CardFace ticket={dragged} isEnded={isEnded(dragged)} isLifted />}
      </DragOverlay>
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

/** A column with its counts after the moves; where there are more than are counted, they stay. */
function columnAfter(column: BoardColumn, moves: readonly OptimisticMove[]): BoardColumn {
  const { status, count, recent } = column;
  const entered = moves.filter(({ to }) => to === status).length;
  const left = moves.filter(({ from }) => from === status).map(({ ticket }) => ticket);
  const after = (counted: number, gone: number) =>
    counted > COUNTED_UP_TO ? counted : counted + entered - gone;
  return {
    ...column,
    count: after(count, left.length),
    ...(recent === undefined ? {} : { recent: after(recent, left.filter(isRecent).length) }),
  };
}

const isRecent = ({ syncedAt }: Ticket): boolean =>
  syncedAt === undefined || Date.parse(syncedAt) >= Date.now() - RECENT_DAYS * DAY_MS;

const Row = styled.div`
  display: flex;
  gap: ${({ theme }) => theme.spaces[3]};
  height: 100%;
  overflow-x: auto;
`;

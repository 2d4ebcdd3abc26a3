import { Box } from '@strapi/design-system';
import { useEffect, useRef, useState, type MutableRefObject, type RefObject } from 'react';
import {
  useGetBoardTicketsQuery,
  type BoardColumn,
  type BoardFilters,
  type Ticket,
  type TicketPage,
} from '../../api/board';
import { Note } from '../../components/Note';
import { QueryStates } from '../../components/QueryStates';
import { useText } from '../../translations/messages';
import type { BoardChanges, OptimisticMove } from './board-changes';
import { Card } from './Card';
import { useRefusable } from './filters';
import { useShownPage } from './selection';

/** The properties that the cards of all columns share. */
export interface CardsProps {
  filters: BoardFilters;
  changes: BoardChanges;
  /** The statuses that a ticket can move to from a status. */
  movesFrom: (ticket: Ticket, status: string) => readonly string[];
  canMove: boolean;
  onMove: (ticket: Ticket, to: string) => void;
  /** The ticket with the keyboard's focus. It keeps it when its card moves to another column, which is a new element. */
  focused: MutableRefObject<string | null>;
}

interface ColumnPageProps extends CardsProps {
  column: BoardColumn;
  /** Does it have only what changed in the last two weeks? */
  isRecent: boolean;
  /** The place where the page begins; the top of the column by default. */
  cursor?: string;
  /** 0 for the first page of the column. */
  place?: number;
}

/**
 * A page of a column and, once its end is near the visible part, the next page. A column can hold thousands of tickets,
 * so a page far from the visible part becomes an empty box of the same height that reads nothing.
 */
export function ColumnPage({ cursor, place = 0, ...props }: ColumnPageProps) {
  const { column, isRecent, filters, changes } = props;
  const { marker } = changes;
  const box = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(box);
  const page = useGetBoardTicketsQuery(
    {
      ...filters,
      status: column.status,
      ...(isRecent ? { recent: 'true' } : {}),
      ...(cursor === undefined ? {} : { cursor }),
      marker,
    },
    { skip: !isNear || marker === undefined },
  );
  const read = useRefusable(page, filters);
  const { data } = read;

  const [nextCursor, setNextCursor] = useState<string | null>(null);
  const height = useRef(0);
  useEffect(() => {
    if (!isNear || !data) return;
    setNextCursor(data.nextCursor);
    height.current = box.current?.offsetHeight ?? 0;
  }, [isNear, data]);

  const isShown = isNear && data !== undefined;
  useShownPage(column.status, place, data?.tickets);
  return (
    <>
      <div ref={box} style={isShown ? undefined : { minHeight: height.current }}>
        {isNear && (
          <QueryStates query={read}>
            {(tickets) => (
              <Cards
                page={tickets}
                optimisticMoves={changes.movesMissingIn(page.isFetching)}
                isFirst={cursor === undefined}
                {...props}
              />
            )}
          </QueryStates>
        )}
      </div>
      {nextCursor !== null && <ColumnPage {...props} cursor={nextCursor} place={place + 1} />}
    </>
  );
}

interface CardListProps extends ColumnPageProps {
  page: TicketPage;
  /** The moves that were made after the page was read. */
  optimisticMoves: readonly OptimisticMove[];
  isFirst: boolean;
}

function Cards({
  page,
  optimisticMoves,
  isFirst,
  isRecent,
  column,
  movesFrom,
  canMove,
  onMove,
  focused,
}: CardListProps) {
  const text = useText();
  const movedHere = isFirst ? optimisticMoves.filter(({ to }) => to === column.status) : [];
  const isMoved = (documentId: string) =>
    optimisticMoves.some(({ ticket }) => ticket.documentId === documentId);
  const tickets = [
    ...movedHere.map(({ ticket }) => ticket),
    ...page.tickets.filter(({ documentId }) => !isMoved(documentId)),
  ];
  if (isFirst && tickets.length === 0) {
    return (
      <Box padding={4}>
        <Note>{text(isRecent && column.count > 0 ? 'board.column.none_recent' : 'board.column.empty')}</Note>
      </Box>
    );
  }
  return (
    <ul>
      {tickets.map((ticket) => (
        <Card
          key={ticket.documentId}
          ticket={ticket}
          targets={canMove ? movesFrom(ticket, column.status) : NO_TARGETS}
          isEnded={column.recent !== undefined}
          onMove={onMove}
          focused={focused}
        />
      ))}
    </ul>
  );
}

const NO_TARGETS: readonly string[] = [];

/** How far outside of the visible part still counts as near. */
const NEAR_MARGIN = '800px 0px';

/** Whether an element is in or near the visible part of its scrolling parent. One with the focus counts as near. */
function useIsNear(element: RefObject<HTMLElement>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isIntersecting = entries.at(-1)?.isIntersecting ?? false;
        setIsNear(isIntersecting || current.contains(document.activeElement));
      },
      { root: current.parentElement, rootMargin: NEAR_MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

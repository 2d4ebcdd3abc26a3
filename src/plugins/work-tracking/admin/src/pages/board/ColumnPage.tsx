import { Box, Typography } from '@strapi/design-system';
import { useEffect, useRef, useState, type MutableRefObject, type RefObject } from 'react';
import { styled } from 'styled-components';
import {
  useGetBoardTicketsQuery,
  type BoardColumn,
  type BoardFilters,
  type Ticket,
  type TicketPage,
} from '../../api/board';
import { QueryStates } from '../../components/QueryStates';
import { useText } from '../../translations/messages';
import type { BoardChanges, OptimisticMove } from './board-changes';
import { Card } from './Card';

/** What the cards of all columns need. */
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
  /** Where the page begins; at the top of the column by default. */
  cursor?: string;
}

/**
 * A page of a column and, once its end is near the visible part, the next page. A column can hold thousands of tickets,
 * so a page far from the visible part becomes an empty box of the same height that reads nothing.
 */
export function ColumnPage({ cursor, ...props }: ColumnPageProps) {
  const { column, filters, changes } = props;
  const { marker } = changes;
  const box = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(box);
  const page = useGetBoardTicketsQuery(
    { ...filters, status: column.status, ...(cursor === undefined ? {} : { cursor }), marker },
    { skip: !isNear || marker === undefined },
  );
  const { data } = page;

  const [nextCursor, setNextCursor] = useState<string | null>(null);
  const height = useRef(0);
  useEffect(() => {
    if (!isNear || !data) return;
    setNextCursor(data.nextCursor);
    height.current = box.current?.offsetHeight ?? 0;
  }, [isNear, data]);

  const isShown = isNear && data !== undefined;
  return (
    <>
      <div ref={box} style={isShown ? undefined : { minHeight: height.current }}>
        {isNear && (
          <QueryStates query={page}>
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
      {nextCursor !== null && <ColumnPage {...props} cursor={nextCursor} />}
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
        <Typography variant="pi" textColor="neutral600">
          {text('board.column.empty')}
        </Typography>
      </Box>
    );
  }
  return (
    <List>
      {tickets.map((ticket) => (
        <Card
          key={ticket.documentId}
          ticket={ticket}
          targets={canMove ? movesFrom(ticket, column.status) : NO_TARGETS}
          onMove={onMove}
          focused={focused}
        />
      ))}
    </List>
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

const List = styled.ul`
  list-style: none;
`;

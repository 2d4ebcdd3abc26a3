import { Box, Typography } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useGetBoardTicketsQuery, type BoardColumn, type TicketPage } from '../../api/board';
import { QueryStates } from '../../components/QueryStates';
import { useText } from '../../translations/messages';
import { Card } from './Card';
import type { CardsProps } from './Column';
import type { Move } from './moves';
import { useIsNear } from './near';

interface ColumnPageProps extends CardsProps {
  column: BoardColumn;
  /** Where it begins in the column; at its top unless given. */
  cursor?: string;
}

/**
 * A page of a column and, once its end comes near, the next one. Far away from what is seen, a page is an empty box of its
 * own height that asks for nothing: a column may hold thousands of tickets.
 */
export function ColumnPage({ cursor, ...props }: ColumnPageProps) {
  const { column, filters, moves } = props;
  const { marker } = moves;
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
                ahead={moves.ahead(page.isFetching)}
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
  /** The moves that the page does not know of yet. */
  ahead: readonly Move[];
  isFirst: boolean;
}

function Cards({ page, ahead, isFirst, column, movesFrom, canMove, onMove, focused }: CardListProps) {
  const text = useText();
  const movedHere = isFirst ? ahead.filter(({ to }) => to === column.status) : [];
  const isMoved = (documentId: string) => ahead.some(({ ticket }) => ticket.documentId === documentId);
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
          targets={canMove ? movesFrom(ticket, column.status) : NOWHERE}
          onMove={onMove}
          focused={focused}
        />
      ))}
    </List>
  );
}

const NOWHERE: readonly string[] = [];

const List = styled.ul`
  list-style: none;
`;

import { useCallback, useMemo, useState } from 'react';
import { useGetBoardChangesQuery, useMoveTicketMutation, type Ticket } from '../../api/board';
import { useRefusalNotice } from '../../errors';
import { usePolling } from '../../polling';

/** How soon another person's change is seen, at the latest. */
const POLL_MS = 3000;

/** A ticket that this person has just moved. */
export interface Move {
  /** As it is after the move. */
  ticket: Ticket;
  from: string;
  to: string;
  /** What the database was at when the move was in it; none until the server has said yes. */
  marker?: string;
}

export interface Moves {
  /** What the database is at; what is shown was read at this, or is about to be. */
  marker: string | undefined;
  /** Why there is no marker, if there is none. */
  error: ReturnType<typeof useGetBoardChangesQuery>['error'];
  refetch: () => unknown;
  move: (ticket: Ticket, to: string) => void;
  /**
   * The moves that a list shows by itself, since its data is from before them.
   * @param isFetching is the list being read again?
   */
  ahead: (isFetching: boolean) => readonly Move[];
}

/**
 * What changes on the board: by this person, shown at once and taken back when the server refuses, and by others, asked
 * for while somebody looks.
 */
export function useMoves(): Moves {
  const changes = useGetBoardChangesQuery(undefined, {
    ...usePolling(POLL_MS),
    refetchOnMountOrArgChange: true,
    // That it is being asked changes nothing on the board.
    selectFromResult: ({ data, error }) => ({ data, error }),
  });
  const [moveTicket] = useMoveTicketMutation();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const noticeRefusal = useRefusalNotice();
  const { data: marker, error, refetch } = changes;

  const run = useCallback(
    async (ticket: Ticket, to: string) => {
      const { documentId } = ticket;
      const others = (all: readonly Move[]) => all.filter((other) => other.ticket.documentId !== documentId);
      setMoves((all) => [...others(all), { ticket: { ...ticket, state: to }, from: ticket.state, to }]);
      const answer = await moveTicket({ documentId, status: to });
      const { data: after } = await refetch();
      if (noticeRefusal(answer)) {
        setMoves(others);
      } else {
        setMoves((all) =>
          all.map((own) => (own.ticket.documentId === documentId ? { ...own, marker: after ?? '' } : own)),
        );
      }
    },
    [moveTicket, refetch, noticeRefusal],
  );

  return useMemo(
    () => ({
      marker,
      error,
      refetch,
      move: (ticket, to) => void run(ticket, to),
      ahead: (isFetching) =>
        moves.filter((own) => own.marker === undefined || (isFetching && own.marker === marker)),
    }),
    [marker, error, refetch, run, moves],
  );
}

import { useCallback, useMemo, useState } from 'react';
import { allowedMoves } from '../../../../domain/ticket';
import { useGetBoardChangesQuery, useMoveTicketMutation, type Board, type Ticket } from '../../api/board';
import { useErrorNotification } from '../../hooks/errors';
import { usePolling } from '../../hooks/polling';

/** Other people's changes are shown after this time at most. */
const REFRESH_MS = 3000;

/** A move by this user that is shown before lists that were read earlier contain it. */
export interface OptimisticMove {
  /** The ticket as it is after the move. */
  ticket: Ticket;
  from: string;
  to: string;
  /** The first marker that includes the move; none until the server has accepted it. */
  marker?: string;
}

export interface BoardChanges {
  /** Changes with every change of a ticket; lists read under an older marker are read again. */
  marker: string | undefined;
  /** The error because of which there is no marker. */
  error: ReturnType<typeof useGetBoardChangesQuery>['error'];
  refetch: () => unknown;
  move: (ticket: Ticket, to: string) => void;
  /**
   * The moves that a list has to add to what it has read.
   * @param isFetching whether the list is being read again, and so still shows what it read before
   */
  movesMissingIn: (isFetching: boolean) => readonly OptimisticMove[];
}

/** Moves tickets, showing each move at once and undoing it when the server refuses; polls for other people's changes. */
export function useBoardChanges(): BoardChanges {
  const changes = useGetBoardChangesQuery(undefined, {
    ...usePolling(REFRESH_MS),
    refetchOnMountOrArgChange: true,
    // Without the loading state, a poll that brings nothing new does not render the board again.
    selectFromResult: ({ data, error }) => ({ data, error }),
  });
  const [moveTicket] = useMoveTicketMutation();
  const [moves, setMoves] = useState<readonly OptimisticMove[]>([]);
  const notifyError = useErrorNotification();
  const { data: marker, error, refetch } = changes;

  const run = useCallback(
    async (ticket: Ticket, to: string) => {
      const { documentId } = ticket;
      const withoutThis = (all: readonly OptimisticMove[]) =>
        all.filter((other) => other.ticket.documentId !== documentId);
      setMoves((all) => [...withoutThis(all), { ticket: { ...ticket, state: to }, from: ticket.state, to }]);
      const result = await moveTicket({ documentId, status: to });
      const { data: markerAfter } = await refetch();
      if (notifyError(result)) {
        setMoves(withoutThis);
      } else {
        setMoves((all) =>
          all.map((move) =>
            move.ticket.documentId === documentId ? { ...move, marker: markerAfter ?? '' } : move,
          ),
        );
      }
    },
    [moveTicket, refetch, notifyError],
  );

  return useMemo(
    () => ({
      marker,
      error,
      refetch,
      move: (ticket, to) => void run(ticket, to),
      movesMissingIn: (isFetching) =>
        moves.filter((move) => move.marker === undefined || (isFetching && move.marker === marker)),
    }),
    [marker, error, refetch, run, moves],
  );
}

/** The statuses that a ticket can move to from a status: by the map of its project, or by that of all others. */
export function movesFrom(
  { columns, projectMoves }: Pick<Board, 'columns' | 'projectMoves'>,
  { project }: Ticket,
  status: string,
): readonly string[] {
  const own = projectMoves[project?.key ?? ''];
  if (own) return allowedMoves(own, status);
  return columns.find((column) => column.status === status)?.moves ?? [];
}

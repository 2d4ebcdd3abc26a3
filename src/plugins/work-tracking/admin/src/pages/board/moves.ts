import { allowedMoves } from '../../../../domain/ticket';
import type { Board, Ticket } from '../../api/board';

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

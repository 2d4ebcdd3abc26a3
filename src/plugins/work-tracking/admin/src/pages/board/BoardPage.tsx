import { useGetBoardQuery } from '../../api/board';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useMay } from '../../hooks/permissions';
import { useBoardChanges } from './board-changes';
import { Columns } from './Columns';
import { FilterBar, useBoardFilters } from './FilterBar';

/** The tickets that the user may read, in one column per status. */
export default function BoardPage() {
  const may = useMay();
  const [filters, changeFilters] = useBoardFilters();
  const changes = useBoardChanges();
  const { marker } = changes;
  const board = useGetBoardQuery({ ...filters, marker }, { skip: marker === undefined });
  const query = marker === undefined ? { error: changes.error, refetch: changes.refetch } : board;
  return (
    <PageFrame
      title="board.title"
      isFullHeight
      actions={
        <FilterBar filters={filters} onChange={changeFilters} priorities={board.data?.priorities ?? []} />
      }
    >
      <QueryStates query={query}>
        {(data) => (
          <Columns
            board={data}
            optimisticMoves={changes.movesMissingIn(board.isFetching)}
            filters={filters}
            changes={changes}
            canMove={may('ticket.move')}
          />
        )}
      </QueryStates>
    </PageFrame>
  );
}

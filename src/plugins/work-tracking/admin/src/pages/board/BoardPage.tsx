import { useGetBoardQuery } from '../../api/board';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useMay } from '../../permissions';
import { Columns } from './Columns';
import { FilterBar } from './FilterBar';
import { useBoardFilters } from './filters';
import { useMoves } from './moves';

/** Every ticket that the person may read, in a column per status. */
export default function BoardPage() {
  const may = useMay();
  const [filters, changeFilters] = useBoardFilters();
  const moves = useMoves();
  const board = useGetBoardQuery({ ...filters, marker: moves.marker }, { skip: moves.marker === undefined });
  const query = moves.marker === undefined ? { error: moves.error, refetch: moves.refetch } : board;
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
            ahead={moves.ahead(board.isFetching)}
            filters={filters}
            moves={moves}
            canMove={data.canUpdate && may('ticket.move')}
          />
        )}
      </QueryStates>
    </PageFrame>
  );
}

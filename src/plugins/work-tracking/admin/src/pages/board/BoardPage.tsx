import { Button, Flex, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { styled } from 'styled-components';
import { useGetBoardQuery } from '../../api/board';
import { NewTicketDialog } from '../../components/NewTicketDialog';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { ShortcutHelp } from '../../components/ShortcutHelp';
import { forgetOldDrafts } from '../../hooks/drafts';
import { useMay } from '../../hooks/permissions';
import { useShortcut } from '../../hooks/shortcut';
import { useText } from '../../translations/messages';
import { useBoardChanges } from './board-changes';
import { BulkBoard, canChoose } from './BulkBoard';
import { Columns } from './Columns';
import { FilterBar, FilterToggle } from './FilterBar';
import { countOf, NO_FILTERS, useBoardFilters, useRefusable } from './filters';
import { isFiltered, useFirstRun } from './first-run';
import { SearchBox } from './SearchBox';
import { useOpenTicket } from './ticket/address';
import { TicketBeside } from './ticket/TicketBeside';
import { ViewsMenu } from './views/ViewsMenu';

/** Loaded apart: it is seen only while there is no ticket. */
const FirstRun = lazy(() => import('./FirstRun'));

const BoardShortcuts = lazy(() => import('./BoardShortcuts'));

/** The tickets that the user may read, in one column per status. */
export default function BoardPage() {
  const canMove = useMay()('ticket.move');
  useEffect(forgetOldDrafts, []);
  const [filters, changeFilters] = useBoardFilters();
  const changes = useBoardChanges();
  const { marker } = changes;
  const board = useGetBoardQuery({ ...filters, marker }, { skip: marker === undefined });
  const text = useText();
  const openTicket = useOpenTicket();
  const [filing, setFiling] = useState<{ project?: string } | null>(null);
  const [isFiltering, setFiltering] = useState(false);
  const filterBar = useId();
  const { guide, isBare, closeGuide } = useFirstRun(board.data, filters);
  const canFile = board.data?.canFile === true && guide?.hasProject !== false;
  const startFiling = useCallback(() => setFiling({}), []);
  useShortcut('c', canFile ? startFiling : undefined);
  const priorities = board.data?.priorities ?? [];
  const read = useRefusable(board, filters);
  const query = marker === undefined ? { error: changes.error, refetch: changes.refetch } : read;
  return (
    <PageFrame
      title="board.title"
      isFullHeight
      actions={
        <>
          <Flex gap={2} wrap="wrap" flex="1" justifyContent="flex-end">
            <SearchBox value={filters.text ?? ''} onChange={changeFilters} />
            <FilterToggle
              controls={filterBar}
              count={countOf(filters)}
              isOpen={isFiltering}
              onToggle={() => setFiltering(!isFiltering)}
            />
            <ViewsMenu filters={filters} onChange={changeFilters} />
            <ShortcutHelp>
              {(onClose) => (
                <BoardShortcuts
                  canFile={canFile}
                  canChoose={board.data !== undefined && canChoose(board.data, canMove)}
                  canMove={canMove}
                  onClose={onClose}
                />
              )}
            </ShortcutHelp>
            {canFile && (
              <Button startIcon={<Plus />} onClick={startFiling} aria-keyshortcuts="c">
                {text('board.new')}
              </Button>
            )}
          </Flex>
          <FilterBar id={filterBar} filters={filters} onChange={changeFilters} isOpen={isFiltering} />
        </>
      }
    >
      <QueryStates query={query}>
        {(data) => (
          <TicketBeside priorities={data.priorities} changes={changes}>
            <Stack>
              {guide && (
                <Suspense>
                  <FirstRun
                    guide={guide}
                    canFile={data.canFile}
                    onFile={(project) => setFiling(project === undefined ? {} : { project })}
                    onClose={closeGuide}
                  />
                </Suspense>
              )}
              {isBare && isFiltered(filters) && (
                <NothingMatches
                  onClear={() => {
                    changeFilters({ ...NO_FILTERS, sort: filters.sort ?? '' });
                  }}
                />
              )}
              {(!guide || guide.hasTicket) && (
                <BulkBoard board={data} filters={filters} changes={changes} canMove={canMove}>
                  <Columns
                    board={data}
                    optimisticMoves={changes.movesMissingIn(board.isFetching)}
                    filters={filters}
                    changes={changes}
                    canMove={canMove}
                    onFile={canFile ? startFiling : undefined}
                  />
                </BulkBoard>
              )}
            </Stack>
          </TicketBeside>
        )}
      </QueryStates>
      {filing && (
        <NewTicketDialog
          filters={{ ...filters, ...filing }}
          priorities={priorities}
          content={board.data?.canRefer ? [] : undefined}
          onOpen={openTicket}
          onFiled={() => void changes.refetch()}
          onClose={() => setFiling(null)}
        />
      )}
    </PageFrame>
  );
}

/** The notice above columns that are empty because of the filters. */
function NothingMatches({ onClear }: { onClear: () => void }) {
  const text = useText();
  return (
    <Flex gap={4} wrap="wrap" shrink={0}>
      <Typography>{text('board.nothing_matches')}</Typography>
      <Button size="S" variant="tertiary" onClick={onClear}>
        {text('board.clear_filters')}
      </Button>
    </Flex>
  );
}

/** The columns take what is left of the page's height. */
const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[4]};
  height: 100%;

  & > * {
    min-height: 0;
  }
`;

import { Button, Loader, Menu, Typography } from '@strapi/design-system';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Board } from '../../api/board';
import { useErrorNotification } from '../../hooks/errors';
import { isFocusLost } from '../../hooks/focus';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { movesFrom } from './board-changes';
import type { useBulkChange } from './bulk-changes';
import type { Asked } from './BulkDialog';
import { cardsIn } from './keyboard';
import { BULK_BAR, type Selection } from './selection';

interface BulkBarProps {
  board: Board;
  selection: Selection;
  canMove: boolean;
  bulk: ReturnType<typeof useBulkChange>;
}

const BulkDialog = lazy(() => import('./BulkDialog'));

/** The actions on the chosen tickets, at the bottom of the window. */
export default function BulkBar({ board, selection, canMove, bulk }: BulkBarProps) {
  const text = useText();
  const statusLabel = useStatusLabel();
  const notifyError = useErrorNotification();
  const [opened, setOpened] = useState<Asked | null>(null);
  const { chosen, drop } = selection;
  const { change, isLoading } = bulk;
  const tickets = [...chosen.values()];
  useFocusOnCard(tickets.at(-1)?.documentId);
  const targets = board.columns
    .map(({ status }) => status)
    .filter((status) => tickets.some((ticket) => movesFrom(board, ticket, ticket.state).includes(status)));
  const ownLabels = [...new Set(tickets.flatMap(({ labels }) => labels ?? []))].sort();
  const dialog = { count: chosen.size, isLoading, onSubmit: change, onClose: () => setOpened(null) };
  const open = (what: Asked) => ({
    size: 'S' as const,
    variant: 'tertiary' as const,
    disabled: isLoading,
    onClick: () => setOpened(what),
  });
  return (
    <Bar id={BULK_BAR} aria-label={text('bulk.title')}>
      <Typography fontWeight="bold">{text('bulk.count', { count: chosen.size })}</Typography>
      {isLoading && <Loader small>{text('bulk.working')}</Loader>}
      {canMove && (
        <Menu.Root>
          <Menu.Trigger size="S" variant="default" disabled={isLoading || targets.length === 0}>
            {text('board.move_to')}
          </Menu.Trigger>
          <Menu.Content popoverPlacement="top-start" maxHeight="none">
            {targets.map((status) => (
              <Menu.Item key={status} onSelect={() => void change({ how: 'move', status }).then(notifyError)}>
                {statusLabel(status)}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Root>
      )}
      {board.canAssign && <Button {...open('assign')}>{text('bulk.assign')}</Button>}
      {board.canLabel && <Button {...open('add')}>{text('bulk.label.add')}</Button>}
      {board.canLabel && ownLabels.length > 0 && (
        <Button {...open('remove')}>{text('bulk.label.remove')}</Button>
      )}
      <Button
        size="S"
        variant="ghost"
        disabled={isLoading}
        onClick={() => drop([...chosen.keys()])}
        aria-keyshortcuts="Escape"
      >
        {text('bulk.clear')}
      </Button>
      {opened !== null && (
        <Suspense fallback={null}>
          <BulkDialog asks={opened} labels={ownLabels} {...dialog} />
        </Suspense>
      )}
    </Bar>
  );
}

/** When the bar goes away with the focus, the card that was chosen last takes it, or else the page. */
function useFocusOnCard(documentId: string | undefined): void {
  const last = useRef(documentId);
  useEffect(() => {
    last.current = documentId;
  }, [documentId]);
  useEffect(
    () => () => {
      if (!isFocusLost()) return;
      const card = cardsIn(document).find(({ dataset }) => dataset.ticket === last.current);
      (card?.querySelector('a') ?? document.querySelector('main'))?.focus();
    },
    [],
  );
}

/** Above the columns and below dialogs and menus. */
const Bar = styled.section`
  position: fixed;
  z-index: 2;
  bottom: ${({ theme }) => theme.spaces[4]};
  left: 50%;
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[2]};
  width: max-content;
  max-width: calc(100vw - 3.2rem);
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[4]}`};
  background: ${({ theme }) => theme.colors.neutral0};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: 8px;
  box-shadow: ${({ theme }) => theme.shadows.popupShadow};
  transform: translateX(-50%);
`;

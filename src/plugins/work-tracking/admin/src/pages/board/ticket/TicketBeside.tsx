import { Box, Flex } from '@strapi/design-system';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShortcut } from '../../../hooks/shortcut';
import type { BoardChanges } from '../board-changes';
import { cardsIn } from '../keyboard';
import { useOpenName, useTicketAddress } from './address';

const TicketPanel = lazy(() => import('./TicketPanel'));

interface TicketBesideProps {
  priorities: readonly string[];
  changes: BoardChanges;
  /** The board. */
  children: ReactNode;
}

/**
 * The board, and beside it the ticket that the address names. The arrow keys open the ticket of the next card, Escape
 * closes it.
 */
export function TicketBeside({ priorities, changes, children }: TicketBesideProps) {
  const openName = useOpenName();
  const addressOf = useTicketAddress();
  const navigate = useNavigate();
  const isOpen = openName !== undefined;
  useShortcut('arrowdown', isOpen ? () => openNextCard(1) : undefined);
  useShortcut('arrowup', isOpen ? () => openNextCard(-1) : undefined);
  useShortcut('escape', isOpen ? close : undefined);

  // On a narrow screen the card can't have the focus before.
  const closed = useRef<HTMLElement>();
  useEffect(() => {
    if (isOpen) return;
    closed.current?.focus();
    closed.current = undefined;
  }, [isOpen]);

  function close() {
    closed.current = openCard();
    navigate(addressOf());
  }

  return (
    <Flex gap={3} alignItems="stretch" height="100%">
      <Box flex="1" minWidth={0}>
        {children}
      </Box>
      {isOpen && (
        <Suspense fallback={null}>
          <TicketPanel
            key={openName}
            name={openName}
            priorities={priorities}
            marker={changes.marker}
            onMove={changes.move}
            onSaved={() => void changes.refetch()}
            onClose={close}
          />
        </Suspense>
      )}
    </Flex>
  );
}

const linksIn = (part: ParentNode): HTMLAnchorElement[] =>
  cardsIn(part).flatMap((card) => card.querySelector('a') ?? []);

/** The link on the card of the ticket that is open beside the board; none where the board does not show it. */
const openCard = (): HTMLAnchorElement | undefined =>
  linksIn(document).find((link) => link.hasAttribute('aria-current'));

/** Opens the ticket of the card above (-1) or below (1) the open one; of the first card where that has none. */
function openNextCard(step: 1 | -1): void {
  const current = openCard();
  const links = linksIn(current?.closest('[data-status]') ?? document);
  const next = current ? links[links.indexOf(current) + step] : links[0];
  next?.scrollIntoView({ block: 'nearest' });
  next?.click();
}

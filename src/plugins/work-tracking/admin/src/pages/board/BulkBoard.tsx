import { Button, Flex, Modal, Typography, VisuallyHidden } from '@strapi/design-system';
import { lazy, Suspense, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { titleOf, type Board, type BoardFilters, type Ticket } from '../../api/board';
import { useShortcut } from '../../hooks/shortcut';
import { useText } from '../../translations/messages';
import type { BoardChanges } from './board-changes';
import { useBulkChange, type Summary } from './bulk-changes';
import { BULK_BAR, SelectionProvider, useSelection, type Selection } from './selection';

/** Loaded once a card is chosen. */
const BulkBar = lazy(() => import('./BulkBar'));

interface BulkBoardProps {
  board: Board;
  filters: BoardFilters;
  changes: BoardChanges;
  canMove: boolean;
  /** The columns. */
  children: ReactNode;
}

/** Can the user choose cards? Only for something that they may do with several. */
export const canChoose = ({ canAssign, canLabel }: Board, canMove: boolean): boolean =>
  canMove || canAssign || canLabel;

/** The columns with the selection of their cards, and what can be done with it. */
export function BulkBoard({ board, filters, changes, canMove, children }: BulkBoardProps) {
  const selection = useSelection(changes.marker, filters);
  const bulk = useBulkChange(selection, changes.refetch);
  const { summary, closeSummary } = bulk;
  if (!canChoose(board, canMove)) return children;
  return (
    <>
      <SelectionArea
        selection={selection}
        bar={
          <Suspense>
            <BulkBar board={board} selection={selection} canMove={canMove} bulk={bulk} />
          </Suspense>
        }
      >
        {children}
      </SelectionArea>
      {summary && <BulkSummary summary={summary} onClose={closeSummary} />}
    </>
  );
}

interface BulkSummaryProps {
  summary: Summary;
  onClose: () => void;
}

/** Lists the tickets that were refused, each with the reason. */
function BulkSummary({ summary, onClose }: BulkSummaryProps) {
  const text = useText();
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        onCloseAutoFocus={(event) => {
          // Those that were refused are still chosen.
          event.preventDefault();
          document.getElementById(BULK_BAR)?.querySelector('button')?.focus();
        }}
      >
        <Modal.Header closeLabel={text('action.close')}>
          <Modal.Title>{summary.title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Typography tag="p" paddingBottom={4}>
            {text('bulk.refused.explained')}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {summary.refused.map(({ ticket, why }) => (
              <li key={ticket.documentId}>
                <Typography tag="p" fontWeight="bold">
                  {[ticket.ref, titleOf(ticket)].filter(Boolean).join(' · ')}
                </Typography>
                <Typography tag="p">{why}</Typography>
              </li>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <span />
          <Button onClick={onClose}>{text('action.close')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

interface SelectionAreaProps {
  selection: Selection;
  /** The columns. */
  children: ReactNode;
  /** The actions on the selection, while there is one. */
  bar: ReactNode;
}

/** Choosing cards: X on the card with the focus, Shift and a click for a range, Escape for none. */
function SelectionArea({ selection, children, bar }: SelectionAreaProps) {
  const text = useText();
  const { chosen, drop } = selection;
  useShortcut('escape', chosen.size > 0 ? () => drop([...chosen.keys()]) : undefined);

  const ticketAt = (target: EventTarget, except: string): Ticket | undefined => {
    if (!(target instanceof Element) || target.closest(except)) return undefined;
    const id = target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket;
    return id === undefined ? undefined : selection.shown.find(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, shiftKey } = event;
    if (key.toLowerCase() !== 'x' || ctrlKey || metaKey || altKey || repeat) return;
    const ticket = ticketAt(event.target, TYPING);
    if (!ticket) return;
    event.preventDefault();
    if (shiftKey) selection.extendTo(ticket);
    else selection.toggle(ticket);
  };
  // Before the card's link, which would open a window.
  const onClickCapture = (event: MouseEvent) => {
    const ticket = event.shiftKey ? ticketAt(event.target, CONTROLS) : undefined;
    if (!ticket) return;
    event.preventDefault();
    event.stopPropagation();
    selection.extendTo(ticket);
  };
  // The browser would mark the text up to here.
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && ticketAt(event.target, CONTROLS)) event.preventDefault();
  };
  return (
    <SelectionProvider value={selection}>
      <Area $hasChosen={chosen.size > 0} {...{ onKeyDown, onClickCapture, onMouseDown }}>
        {children}
      </Area>
      <VisuallyHidden tag="div" role="status" style={{ whiteSpace: 'nowrap' }}>
        {chosen.size > 0 && text('bulk.count', { count: chosen.size })}
      </VisuallyHidden>
      {chosen.size > 0 && bar}
    </SelectionProvider>
  );
}

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Elements that handle a click themselves. */
const CONTROLS = `button, input, ${TYPING}`;

/** Below the columns is room for the bar, and the cards that are chosen stand out. */
const Area = styled.div<{ $hasChosen: boolean }>`
  height: 100%;
  padding-bottom: ${({ theme, $hasChosen }) => ($hasChosen ? theme.spaces[10] : 0)};

  article:has(input:checked) {
    border-color: ${({ theme }) => theme.colors.primary600};
    box-shadow: 0 0 0 1px ${({ theme }) => theme.colors.primary600};
  }
`;

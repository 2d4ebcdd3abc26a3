import { VisuallyHidden } from '@strapi/design-system';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Ticket } from '../../api/board';
import { useShortcut } from '../../hooks/shortcut';
import { useText } from '../../translations/messages';
import { SelectionProvider, type Selection } from './selection';

interface SelectionAreaProps {
  selection: Selection;
  /** The columns. */
  children: ReactNode;
  /** The actions on the selection, while there is one. */
  bar: ReactNode;
}

/** Choosing cards: X on the card with the focus, Shift and a click for a range, Escape for none. */
export function SelectionArea({ selection, children, bar }: SelectionAreaProps) {
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

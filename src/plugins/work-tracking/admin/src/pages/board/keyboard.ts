import type { KeyboardEvent } from 'react';

/** Is it this key, without another one? */
export const isPlainKey = (event: KeyboardEvent, key: string): boolean =>
  event.key.toLowerCase() === key.toLowerCase() &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat);

/** The places of the cards in a column, or on the whole page. */
export const cardsIn = (column: ParentNode): HTMLElement[] => [
  ...column.querySelectorAll<HTMLElement>('[data-ticket]'),
];

/**
 * The arrow keys on the board: up and down to the next card of the column, left and right to the nearest card of the next
 * column that has any, Home and End to the first and last card that the column has loaded.
 * @param canGoUpAndDown not while a ticket is open beside the board, where these keys open the next one
 */
export function goToCard(event: KeyboardEvent, canGoUpAndDown: boolean): void {
  const { key, target } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const card = target.closest<HTMLElement>('[data-ticket]');
  const column = card?.closest<HTMLElement>('[data-status]');
  if (!card || !column) return;
  const next = nextCard(key, card, column, canGoUpAndDown);
  if (next === undefined) return;
  event.preventDefault();
  next?.querySelector('a')?.focus();
}

/** @returns undefined for a key that goes nowhere; null where there is no card in its direction */
function nextCard(
  key: string,
  card: HTMLElement,
  column: HTMLElement,
  canGoUpAndDown: boolean,
): HTMLElement | null | undefined {
  const cards = cardsIn(column);
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step !== undefined) return canGoUpAndDown ? (cards[cards.indexOf(card) + step] ?? null) : undefined;
  switch (key) {
    case 'Home':
      return cards[0] ?? null;
    case 'End':
      return cards.at(-1) ?? null;
    case 'ArrowLeft':
      return nearestIn(columnsBeside(column).before.reverse(), card);
    case 'ArrowRight':
      return nearestIn(columnsBeside(column).after, card);
    default:
      return undefined;
  }
}

function columnsBeside(column: HTMLElement): { before: Element[]; after: Element[] } {
  const all = [...(column.parentElement?.querySelectorAll('[data-status]') ?? [])];
  const index = all.indexOf(column);
  return { before: all.slice(0, index), after: all.slice(index + 1) };
}

/** The card of the first column with any that is nearest in height. */
function nearestIn(columns: readonly Element[], from: HTMLElement): HTMLElement | null {
  const [cards = []] = columns.map(cardsIn).filter(({ length }) => length > 0);
  const { top } = from.getBoundingClientRect();
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().top - top);
  return cards.reduce<HTMLElement | null>(
    (nearest, card) => (nearest === null || distance(card) < distance(nearest) ? card : nearest),
    null,
  );
}

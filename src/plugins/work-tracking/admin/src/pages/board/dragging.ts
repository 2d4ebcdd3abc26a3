import {
  closestCenter,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DndContextProps,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core';
import { useRef } from 'react';
import { titleOf, type Ticket } from '../../api/board';
import { prefersReducedMotion } from '../../hooks/motion';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { PromptKeyboardSensor } from './keyboard-sensor';

/** A shorter movement is a click. */
const DRAG_DISTANCE_PX = 6;
/** The distance from a column's top to its first card. */
const FIRST_CARD_PX = 56;

/** Enter on a card opens its ticket, so it lifts none. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] };

export const useBoardSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(PromptKeyboardSensor, {
      coordinateGetter: toNextColumn,
      keyboardCodes: KEYS,
      scrollBehavior: prefersReducedMotion() ? 'auto' : 'smooth',
    }),
  );

/**
 * Finds the column under the pointer, or the nearest one to the card for the keyboard. Columns that the ticket can't move
 * to are disabled, and so never found.
 */
export const detectCollision: CollisionDetection = (args) => {
  pointer = args.pointerCoordinates;
  return pointer ? pointerWithin(args) : closestCenter(args);
};

/** The last position of the pointer in a drag, in the window; null for the keyboard. */
let pointer: Parameters<CollisionDetection>[0]['pointerCoordinates'] = null;

/** The arrow keys skip columns that the ticket can't move to. */
const toNextColumn: KeyboardCoordinateGetter = (event, { context }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
  const { collisionRect, droppableContainers, droppableRects } = context;
  if (step === undefined || !collisionRect) return undefined;
  event.preventDefault();
  const center = collisionRect.left + collisionRect.width / 2;
  const [next] = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => droppableRects.get(id) ?? [])
    .filter((rect) => (step > 0 ? rect.left > center : rect.right < center))
    .sort((one, other) => step * (one.left - other.left));
  // The middle of the next column, which is nearest to it even when the column is narrow.
  return next && { x: next.left + (next.width - collisionRect.width) / 2, y: next.top + FIRST_CARD_PX };
};

/**
 * The status of the column on which the pointer has let a card go, whether the column takes it or not. Of a drag's end
 * only the way is known, with what the board has scrolled meanwhile.
 */
export function statusUnderPointer(): string | undefined {
  if (!pointer) return undefined;
  return document
    .elementsFromPoint(pointer.x, pointer.y)
    .map((element) => element.closest<HTMLElement>('[data-status]')?.dataset.status)
    .find((status) => status !== undefined);
}

/** The ticket of the dragged card. */
export const ticketOf = (active: Active): Ticket => (active.data.current as { ticket: Ticket }).ticket;

/** The announcements for a screen reader while a card is dragged. */
export function useAccessibleDragging(): NonNullable<DndContextProps['accessibility']> {
  const text = useText();
  const statusLabel = useStatusLabel();
  const hasLeftColumn = useRef(false);
  const title = (active: Active) => titleOf(ticketOf(active));
  const column = (over: Over | null) => (over ? statusLabel(String(over.id)) : '');
  return {
    screenReaderInstructions: { draggable: text('board.drag.instructions') },
    announcements: {
      onDragStart({ active }) {
        hasLeftColumn.current = false;
        return text('board.drag.lifted', { title: title(active) });
      },
      onDragOver({ active, over }) {
        // A card starts over its own column, which needs no announcement.
        hasLeftColumn.current ||= over?.id !== ticketOf(active).state;
        if (!hasLeftColumn.current) return undefined;
        return over ? text('board.drag.over', { status: column(over) }) : text('board.drag.nowhere');
      },
      onDragEnd: ({ active, over }) =>
        over
          ? text('board.drag.dropped', { title: title(active), status: column(over) })
          : text('board.drag.back', { title: title(active) }),
      onDragCancel: ({ active }) => text('board.drag.back', { title: title(active) }),
    },
  };
}

import {
  closestCenter,
  KeyboardSensor,
  pointerWithin,
  PointerSensor,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DndContextProps,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core';
import { useRef } from 'react';
import type { Ticket } from '../../api/board';
import { useStatusLabel } from '../../statuses';
import { useText } from '../../translations/messages';
import { titleOf } from './CardFace';

/** Less is a click. */
const DRAG_DISTANCE_PX = 6;
/** From a column's corner to where a card lies in it. */
const INSET_PX = { x: 8, y: 56 };

export const useBoardSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  );

/** A column that does not take the card is no target at all: forbidden columns are disabled while one is dragged. */
export const collide: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

/** The arrow keys go from one column that takes the card to the next. */
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
  return next && { x: next.left + INSET_PX.x, y: next.top + INSET_PX.y };
};

/** What a card hands over when it is dragged. */
export const ticketOf = (active: Active): Ticket => (active.data.current as { ticket: Ticket }).ticket;

/** What a screen reader says while a card is dragged. */
export function useAccessibleDragging(): NonNullable<DndContextProps['accessibility']> {
  const text = useText();
  const statusLabel = useStatusLabel();
  const wasElsewhere = useRef(false);
  const title = (active: Active) => titleOf(ticketOf(active));
  const column = (over: Over | null) => (over ? statusLabel(String(over.id)) : '');
  return {
    screenReaderInstructions: { draggable: text('board.drag.instructions') },
    announcements: {
      onDragStart({ active }) {
        wasElsewhere.current = false;
        return text('board.drag.lifted', { title: title(active) });
      },
      onDragOver({ active, over }) {
        // A card begins over its own column, which is no news.
        wasElsewhere.current ||= over?.id !== ticketOf(active).state;
        if (!wasElsewhere.current) return undefined;
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

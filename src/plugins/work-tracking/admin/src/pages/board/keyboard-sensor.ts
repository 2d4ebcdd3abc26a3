import { getFirstCollision, KeyboardSensor, type ClientRect, type KeyboardSensorProps } from '@dnd-kit/core';

/** So many turns after a move the board is taken to have drawn it: where it scrolls instead, nothing else is drawn. */
const MOST_TURNS = 100;

/**
 * dnd-kit's keyboard sensor, for whoever is faster than the board. By itself it listens to keys only after a timer, an
 * arrow key leads nowhere before the columns have been measured, and to the same column again before the card is drawn in
 * it, and a card is dropped in the column before until the next one has been found: what is pressed until then would be
 * lost.
 */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const { context, onCancel, onEnd, onMove } = props;
    /** `from` is where the card stood before the last move. */
    const drag = { hasEnded: false, isHolding: false, from: null as ClientRect | null, turns: 0 };
    function isTime(): boolean {
      if (drag.hasEnded) return true;
      const { collisionRect, collisions, droppableRects, over } = context.current;
      if (collisionRect === null || droppableRects.size === 0) return false;
      if ((drag.turns += 1) > MOST_TURNS) return true;
      // The board may have been drawn without the move, with a rectangle of its own.
      const hasMoved = collisionRect.left !== drag.from?.left || collisionRect.top !== drag.from.top;
      return hasMoved && getFirstCollision(collisions, 'id') === (over?.id ?? null);
    }
    function holdKeys(): void {
      if (drag.isHolding) return;
      drag.isHolding = true;
      holdKeysUntil(isTime, () => {
        drag.isHolding = false;
      });
    }
    super({
      ...props,
      onCancel() {
        drag.hasEnded = true;
        onCancel();
      },
      onEnd() {
        drag.hasEnded = true;
        onEnd();
      },
      onMove(...given) {
        Object.assign(drag, { from: context.current.collisionRect, turns: 0 });
        onMove(...given);
        holdKeys();
      },
    });
    holdKeys();
  }
}

/** Keeps keys from everybody until it is time, and presses them then, one after the other. */
function holdKeysUntil(isTime: () => boolean, onDone: () => void): void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  const go = () => {
    if (!isTime()) return void setTimeout(go);
    const next = held.shift();
    removeEventListener('keydown', hold, { capture: true });
    if (!next) {
      onDone();
      return;
    }
    next.target?.dispatchEvent(new KeyboardEvent('keydown', next));
    // In a turn of its own, when the page shows what has come of the one before.
    addEventListener('keydown', hold, { capture: true });
    setTimeout(go);
  };
  addEventListener('keydown', hold, { capture: true });
  // After the sensor's own timer.
  setTimeout(go);
}

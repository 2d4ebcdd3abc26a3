import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

/** So many turns after a move the board is taken to have drawn it: where it scrolls instead, nothing else is drawn. */
const MOST_TURNS = 100;

/**
 * dnd-kit's keyboard sensor, for whoever is faster than the board. By itself it listens to keys only after a timer, and an
 * arrow key leads nowhere before the columns have been measured, and to the same column again before the card is drawn in
 * it: what is pressed until then would be lost.
 */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const { context, onCancel, onEnd, onMove } = props;
    /** `drawn` is where the card stood before the last move, until it is drawn elsewhere. */
    const drag = { hasEnded: false, isHolding: false, drawn: undefined as unknown, turns: 0 };
    function isTime(): boolean {
      const { collisionRect, droppableRects } = context.current;
      if (drag.hasEnded) return true;
      const isDrawn = collisionRect !== drag.drawn || (drag.turns += 1) > MOST_TURNS;
      return collisionRect !== null && droppableRects.size > 0 && isDrawn;
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
        Object.assign(drag, { drawn: context.current.collisionRect, turns: 0 });
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

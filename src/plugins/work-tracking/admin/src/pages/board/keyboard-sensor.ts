import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

/**
 * dnd-kit's keyboard sensor, for whoever is faster than the board. By itself it listens to keys only after a timer, and an
 * arrow key leads nowhere before the columns have been measured: what is pressed until then would be lost.
 */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const { context, onCancel, onEnd } = props;
    const drag = { hasEnded: false };
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
    });
    holdKeysUntil(() => {
      const { collisionRect, droppableRects } = context.current;
      return drag.hasEnded || (collisionRect !== null && droppableRects.size > 0);
    });
  }
}

/** Keeps keys from everybody until it is time, and presses them then, one after the other. */
function holdKeysUntil(isTime: () => boolean): void {
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
    if (!next) return;
    next.target?.dispatchEvent(new KeyboardEvent('keydown', next));
    // In a turn of its own, when the page shows what has come of the one before.
    addEventListener('keydown', hold, { capture: true });
    setTimeout(go);
  };
  addEventListener('keydown', hold, { capture: true });
  // After the sensor's own timer.
  setTimeout(go);
}

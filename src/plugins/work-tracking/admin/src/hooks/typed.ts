import { useCallbackRef } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';

/** The pause after the last key before what is typed counts. */
const TYPING_PAUSE_MS = 300;

/**
 * A text that counts once its typing pauses.
 * @param value the text that counts; when it becomes another than what was typed, the field shows that
 * @returns what the field shows, and a function that changes it
 */
export function useTyped(value: string, onTyped: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const counted = useRef(value);
  // Always the same function: a new one would start the pause again.
  const tell = useCallbackRef(onTyped);
  useEffect(() => {
    if (value === counted.current) return;
    counted.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === counted.current) return undefined;
    const pause = setTimeout(() => {
      counted.current = typed;
      tell(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, tell]);
  return [typed, setTyped];
}

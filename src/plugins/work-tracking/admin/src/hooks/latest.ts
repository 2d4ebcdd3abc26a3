import { useEffect, useRef, type RefObject } from 'react';

/**
 * What the last rendering has made of a value, for what goes on after an answer: the user may have gone elsewhere since.
 * @returns `current` is null once the component is gone
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef<Value | null>(null);
  useEffect(() => {
    latest.current = value;
    return () => {
      latest.current = null;
    };
  });
  return latest;
}

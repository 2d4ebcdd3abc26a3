import { useEffect, useRef, type RefObject } from 'react';

/**
 * The value at the last rendering, for code that runs after an answer: the user may have gone elsewhere meanwhile.
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

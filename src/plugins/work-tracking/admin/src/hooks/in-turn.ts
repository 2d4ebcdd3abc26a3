import { useCallback, useRef } from 'react';

/** @returns runs pieces of work one after another, in the order in which they were given */
export function useInTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((work) => {
    const run = last.current.then(work);
    last.current = run;
    return run;
  }, []);
}

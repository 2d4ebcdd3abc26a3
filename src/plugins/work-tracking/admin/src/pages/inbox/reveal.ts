import { useEffect, useRef, type RefObject } from 'react';

/** A decision that the user has asked for in a way that means: take me there. Each time it is a new object. */
export interface Asked {
  documentId: string;
}

/** Where the decision is below the list. */
export const NARROW = '(max-width: 64em)';

export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

/**
 * Brings a decision into sight and gives its heading the focus, when it is asked for and as soon as it is there.
 * @returns where to put the decision's box and its heading
 */
export function useReveal(
  documentId: string,
  asked: Asked | undefined,
): { box: RefObject<HTMLDivElement>; heading: RefObject<HTMLHeadingElement> } {
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (asked?.documentId !== documentId) return;
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [asked, documentId]);
  return { box, heading };
}

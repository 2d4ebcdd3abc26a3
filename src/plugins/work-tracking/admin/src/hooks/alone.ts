import { useMediaQuery } from '@strapi/strapi/admin';
import { useLayoutEffect, type RefObject } from 'react';

/**
 * Makes everything behind an element inert while the element covers the page, as on a narrow screen: the keyboard does
 * not reach it, and it is not read out.
 * @param media the condition under which it covers the page
 */
export function useAlone(cover: RefObject<HTMLElement>, media: string): void {
  const covers = useMediaQuery(media);
  useLayoutEffect(() => {
    const behind = covers ? besides(cover.current) : [];
    for (const element of behind) element.setAttribute('inert', '');
    return () => {
      for (const element of behind) element.removeAttribute('inert');
    };
  }, [cover, covers]);
}

/** All elements of the page outside of this one. */
function besides(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let inner = element; inner?.parentElement && inner.tagName !== 'MAIN'; inner = inner.parentElement) {
    const siblings = [...inner.parentElement.children];
    found.push(...siblings.filter((other) => other !== inner && !other.hasAttribute('inert')));
  }
  return found;
}

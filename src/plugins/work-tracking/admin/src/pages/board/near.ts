import { useEffect, useState, type RefObject } from 'react';

/** Beyond the edges of what is seen. */
const MARGIN = '800px 0px';

/** Is the element in, or near to, the part of its scrolling parent that is seen? It stays near while it holds the focus. */
export function useIsNear(element: RefObject<HTMLElement>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isIntersecting = entries.at(-1)?.isIntersecting ?? false;
        setIsNear(isIntersecting || current.contains(document.activeElement));
      },
      { root: current.parentElement, rootMargin: MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

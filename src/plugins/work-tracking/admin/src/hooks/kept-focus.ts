import { useEffect, type RefObject } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { isFocusLost } from './focus';

/** The elements that can have the focus, but for a tab that is not chosen: the focus would choose it. */
const FOCUSABLE =
  'a[href], button:not(:disabled, [role="tab"][aria-selected="false"]), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/**
 * Keeps the focus in a part of the page when what has it goes away or is disabled, as a button is by what it does: it
 * goes to what stands before, or back to what can be used again. Otherwise it would be nowhere, and a screen reader
 * would begin at the top.
 */
export function useKeptFocus(part: RefObject<HTMLElement>): void {
  useEffect(() => (part.current ? keepFocusIn(part.current) : undefined), [part]);
}

let isRestoring = false;

/** Whether an element gets the focus right now in place of another that has gone, and not by the user. */
export const isFocusRestored = (): boolean => isRestoring;

/** Gives a page the focus when a link to it that had the focus is gone with the page before. */
export function useFocusOnArrival(): void {
  const navigation = useNavigationType();
  useEffect(() => {
    if (navigation !== NavigationType.Pop && isFocusLost()) {
      document.querySelector('main')?.focus({ preventScroll: true });
    }
    // Only the page's own arrival.
  }, []);
}

/** @returns ends it */
function keepFocusIn(part: HTMLElement): () => void {
  let last: HTMLElement | undefined;
  let gap: Gap | undefined;
  const isUsable = () => last?.isConnected === true && !last.matches(':disabled');

  const onFocusIn = ({ target }: FocusEvent) => {
    last = target as HTMLElement;
    gap = undefined;
  };
  // An element that the user leaves can still be used; one that is being removed is gone only after this event.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === last && isUsable() && document.activeElement !== last) last = undefined;
    });
  const onPointerDown = () => {
    last = undefined;
  };
  const restore = () => {
    if (!last || !isFocusLost()) return;
    isRestoring = true;
    if (isUsable()) last.focus();
    else if (gap && !last.isConnected) focusBefore(gap, part);
    isRestoring = false;
  };
  const observer = new MutationObserver((records) => {
    if (!last) return;
    gap = gapOf(gap ?? { node: last, isBefore: false }, records) ?? gap;
    // After whatever else looks after the focus.
    requestAnimationFrame(() => setTimeout(restore));
  });

  observer.observe(part, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  part.addEventListener('focusin', onFocusIn);
  part.addEventListener('focusout', onFocusOut);
  document.addEventListener('pointerdown', onPointerDown, true);
  return () => {
    observer.disconnect();
    part.removeEventListener('focusin', onFocusIn);
    part.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('pointerdown', onPointerDown, true);
  };
}

/** The place where something was: after a node, or at the beginning of it. */
interface Gap {
  node: Node;
  /** The node was its sibling, and else its parent. */
  isBefore: boolean;
}

/** The place where the focus was, once that element or the node before it is removed; undefined unless one is. */
function gapOf({ node: gone }: Gap, records: readonly MutationRecord[]): Gap | undefined {
  let gap: Gap | undefined;
  for (const { removedNodes, previousSibling, target } of records) {
    if (![...removedNodes].some((removed) => removed.contains(gap?.node ?? gone))) continue;
    gap = { node: previousSibling ?? target, isBefore: previousSibling !== null };
  }
  return gap;
}

/** Focuses the last element before the gap, or the page where there is none. */
function focusBefore({ node, isBefore }: Gap, part: HTMLElement): void {
  const isInFront = (element: Element) =>
    (isBefore && node.contains(element)) ||
    Boolean(node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING);
  const before = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)]
    .reverse()
    .find((element) => isInFront(element) && element.checkVisibility());
  (before ?? document.querySelector('main'))?.focus({ preventScroll: true });
}

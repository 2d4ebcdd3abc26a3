import { useEffect, useRef, useState, type RefObject } from 'react';

/** Listeners for a dialog's content. */
export interface ReturnedFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * For dialogs that no element opens that Radix would know.
 * @returns listeners for the dialog's content: they give the focus back to what had it, to the button of a menu that was
 * left for the dialog, or to the page where that is gone. A dialog that has opened meanwhile keeps it: it would take it
 * back with its text selected, and the next key replace that.
 */
export function useReturnedFocus(): ReturnedFocus {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = buttonOfMenu(document.activeElement) ?? document.activeElement;
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      const { current } = opener;
      const next = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
      if (next && !next.contains(current)) return;
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
      (isThere ? current : document.querySelector('main'))?.focus();
    },
  };
}

/** An open menu is labelled by the button that has opened it. */
function buttonOfMenu(item: Element | null): HTMLElement | null {
  const id = item?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

/** For the content of a dialog that Strapi opens: gives the focus back to what had it. */
export function useFocusAfterwards(): void {
  const [opener] = useState(() => buttonOfMenu(document.activeElement) ?? document.activeElement);
  useEffect(
    () => () => {
      // The dialog gives the focus up in its turn.
      setTimeout(() => {
        if (!isFocusLost() || !(opener instanceof HTMLElement)) return;
        (opener.isConnected ? opener : document.querySelector('main'))?.focus();
      });
    },
    [opener],
  );
}

const TYPED_INTO = 'input, textarea, [contenteditable="true"]';

/**
 * Does the user type somewhere?
 * @param except where that does not count
 */
export const isTyping = (except?: Element | null): boolean =>
  document.activeElement !== except && document.activeElement?.matches(TYPED_INTO) === true;

/** Has what had the focus gone, and nothing else got it? */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * For a field that is edited where it stands.
 * @returns for the button that opens it, which has the focus again once the editor is closed, unless the user has gone
 * on with something else
 */
export function useEditButton(isEditing: boolean): RefObject<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing && isFocusLost()) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}

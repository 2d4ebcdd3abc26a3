import { useCallbackRef } from '@strapi/design-system';
import { useEffect } from 'react';

const CLOSED_COMBOBOX = '[role="combobox"][aria-expanded="false"]';
const OPEN_COMBOBOX = '[role="combobox"][aria-expanded="true"]';
const EMPTY_SEARCH = '[type="search"]:placeholder-shown';

/**
 * Closes a form's dialog at Escape in a combobox whose list is closed and in an empty search field: those of the design
 * system take the key for themselves, and the dialog would never close.
 * @param formId of its element
 */
export function useEscapeFromFields(formId: string, onClose: () => void): void {
  useEscape(
    (target) =>
      target.matches(`${CLOSED_COMBOBOX}, ${EMPTY_SEARCH}`) && target.closest('form')?.id === formId,
    onClose,
  );
}

/**
 * Closes at Escape the dialog of a button beside the content manager's form. Strapi 5.54 puts a hint about saving
 * around such a button (DocumentActions). It opens with each focus in the dialog, which is within the button to React,
 * and would take the first Escape.
 */
export function useEscapeDespiteHint(onClose: () => void): void {
  useEscape((target) => {
    const dialog = target.closest('[role="dialog"]');
    return dialog !== null && dialog.querySelector(OPEN_COMBOBOX) === null;
  }, onClose);
}

/** Closes at Escape where `isAt` holds for what has the focus, and nobody else gets the key. */
function useEscape(isAt: (target: Element) => boolean, onClose: () => void): void {
  const onKeyDown = useCallbackRef((event: KeyboardEvent) => {
    const { key, target, isComposing } = event;
    if (key !== 'Escape' || isComposing || !(target instanceof Element) || !isAt(target)) return;
    event.stopPropagation();
    onClose();
  });
  useEffect(() => {
    // Before the one with the focus, or a layer above it, takes the key.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onKeyDown]);
}

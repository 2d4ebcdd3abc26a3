import { useEffect, useRef } from 'react';

const CLOSED_COMBOBOX = '[role="combobox"][aria-expanded="false"]';
const EMPTY_SEARCH = '[type="search"]:placeholder-shown';

/**
 * Closes a form's dialog at Escape in a combobox whose list is closed and in an empty search field: those of the design
 * system take the key for themselves, and the dialog would never close.
 * @param formId of its element
 */
export function useEscapeFromFields(formId: string, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, isComposing } = event;
      if (
        key !== 'Escape' ||
        isComposing ||
        !(target instanceof Element) ||
        !target.matches(`${CLOSED_COMBOBOX}, ${EMPTY_SEARCH}`)
      )
        return;
      if (target.closest('form')?.id !== formId) return;
      event.stopPropagation();
      latest.current();
    };
    // Before the combobox closes its list at the same key.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [formId]);
}

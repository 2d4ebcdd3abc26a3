import { useEffect, useRef } from 'react';

const CLOSED_COMBOBOX = '[role="combobox"][aria-expanded="false"]';

/**
 * Closes a form's dialog at Escape in a combobox whose list is closed: the design system's takes the key for itself, and
 * the dialog would never close.
 * @param formId of its element
 */
export function useEscapeFromCombobox(formId: string, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || !(target instanceof Element) || !target.matches(CLOSED_COMBOBOX)) return;
      if (target.closest('form')?.id !== formId) return;
      event.stopPropagation();
      latest.current();
    };
    // Before the combobox closes its list at the same key.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [formId]);
}

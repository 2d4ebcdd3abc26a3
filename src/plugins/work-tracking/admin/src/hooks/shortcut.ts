import { useCallbackRef } from '@strapi/design-system';
import { useEffect } from 'react';

const DIALOGS = '[role="dialog"], [role="alertdialog"]';
/** Elements in which a key is typed or chooses an option, or which handle it themselves, as an open dialog or menu. */
const BUSY = `input:not([type="checkbox"]), textarea, select, [role="combobox"], [contenteditable="true"], [role="menu"], [role="listbox"], ${DIALOGS}`;

/** A card that is being dragged: the keys move it, put it down or back. */
const DRAGGED = '[data-lifted]';

/** Whether a key that is pressed is meant for the page: not for a field, a dialog, a menu or a drag. */
const isForPage = ({ target, repeat, defaultPrevented }: KeyboardEvent): boolean =>
  !repeat &&
  !defaultPrevented &&
  !(target instanceof Element && target.closest(BUSY)) &&
  !document.querySelector(`${DIALOGS}, ${DRAGGED}`);

/**
 * Does things at keys of the page, unless a key is typed into a field, or pressed with another.
 * @param actions by their keys, as events name them, in lower case; none where it can't be done
 */
export function useShortcuts(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useKeyDown((event) => {
    const { ctrlKey, metaKey, altKey } = event;
    const key = event.key.toLowerCase();
    const act = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!act || ctrlKey || metaKey || altKey || !isForPage(event)) return;
    event.preventDefault();
    act();
  });
}

/** The same for one key. */
export const useShortcut = (key: string, act: (() => void) | undefined): void => useShortcuts({ [key]: act });

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether it is Control and Enter, or on a Mac Command and Enter, which sends a form from any of its fields. */
export const isSubmitKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Whether a key is the input method's, which composes a word of several keys: it neither saves nor cancels. */
export const isComposing = ({ nativeEvent }: { nativeEvent: KeyboardEvent }): boolean =>
  nativeEvent.isComposing;

/** Does something at Control and Enter outside of fields; in its own fields a form listens itself. */
export function useSubmitShortcut(act: (() => void) | undefined): void {
  useKeyDown((event) => {
    if (!act || !isSubmitKey(event) || !isForPage(event)) return;
    event.preventDefault();
    act();
  });
}

/** Listens once, whatever function each rendering has. */
function useKeyDown(listen: (event: KeyboardEvent) => void): void {
  const onKeyDown = useCallbackRef(listen);
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onKeyDown]);
}

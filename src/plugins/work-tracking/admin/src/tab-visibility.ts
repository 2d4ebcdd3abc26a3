import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** Is the browser's tab in front? What nobody looks at need not ask the server for news. */
export const useTabIsVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** Is the browser's tab in front? */
const useTabIsVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** How often to ask for news, as RTK Query takes it: not at all while nobody looks. */
export const usePolling = (intervalMs: number): { pollingInterval: number } => ({
  pollingInterval: useTabIsVisible() ? intervalMs : 0,
});

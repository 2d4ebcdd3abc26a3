import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

const useTabIsVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** An option of RTK Query's hooks: polls while the browser's tab is visible, and not while it is in the background. */
export const usePolling = (intervalMs: number): { pollingInterval: number } => ({
  pollingInterval: useTabIsVisible() ? intervalMs : 0,
});

import { useTabIsVisible } from '../../tab-visibility';

/** How often to ask for news, as RTK Query takes it: not at all while nobody looks. */
export const usePolling = (intervalMs: number): { pollingInterval: number } => ({
  pollingInterval: useTabIsVisible() ? intervalMs : 0,
});

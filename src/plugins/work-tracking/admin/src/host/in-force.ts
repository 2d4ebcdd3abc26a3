import { useSyncExternalStore } from 'react';
import en from '../translations/en.json';

/** What of the plugin depends on how Strapi's panel is made. Each is the id of the text that says what it is for. */
export type HostChange =
  | 'host.connection'
  | 'host.forms'
  | 'host.lists'
  | 'host.openWork'
  | 'host.places'
  | 'host.refusals'
  | 'host.refusedSaves'
  | 'host.texts';

/** A change that is not in force, as a whole or in one part. */
export interface LeftOut {
  change: HostChange;
  /** What did not fit: the name of Strapi's part, or an error. */
  reason: string;
}

let leftOut: readonly LeftOut[] = [];
const listeners = new Set<() => void>();

/**
 * Puts a change on Strapi's panel. Where it does not fit, the panel is as without it, and the console and the settings
 * say so: an error here would leave nothing of the panel.
 */
export const putOn = (change: HostChange, put: () => void): void => guarded(change, put, undefined);

/** @returns what `ours` returns, or `otherwise` where it throws, as when Strapi hands it something else than it did */
export function guarded<Result>(change: HostChange, ours: () => Result, otherwise: Result): Result {
  try {
    return ours();
  } catch (error) {
    leaveOut(change, error);
    return otherwise;
  }
}

/** Notes that a change is not in force, and says so once. */
export function leaveOut(change: HostChange, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  if (leftOut.some((one) => one.change === change && one.reason === reason)) return;
  leftOut = [...leftOut, { change, reason }];
  console.warn(`Work tracking: not in force with this Strapi: ${en[change]} (${reason}).`);
  // Strapi may be drawing, when no other component may be told.
  queueMicrotask(() => listeners.forEach((tell) => tell()));
}

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}

export const useLeftOut = (): readonly LeftOut[] => useSyncExternalStore(subscribe, () => leftOut);

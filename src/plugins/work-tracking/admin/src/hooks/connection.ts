import { useEffect, useState, useSyncExternalStore } from 'react';
import { watchActions } from '../host/answers';

/** A shorter cut is nobody's business. */
const TELL_AFTER_MS = 3000;

interface Connection {
  /** When the server last answered, in milliseconds; when the panel was opened, before it has. */
  lastAnswer: number;
  /** Since when it does not answer, in milliseconds; undefined while it does. */
  cutSince?: number;
}

let connection: Connection = { lastAnswer: Date.now() };
const listeners = new Set<() => void>();

function change(next: Connection): void {
  const hasTurned = (next.cutSince === undefined) !== (connection.cutSince === undefined);
  connection = hasTurned ? next : { ...next, cutSince: connection.cutSince };
  if (hasTurned) for (const tell of listeners) tell();
}

const answered = () => change({ lastAnswer: Date.now() });
const cut = () => change({ ...connection, cutSince: Date.now() });

/**
 * Whether a request failed without an answer of the service: `fetch` itself throws then. A proxy before a service that is
 * away answers with a page of its own, which is no JSON.
 */
export const isCutOff = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'name' in error &&
  (error.name === 'TypeError' || error.name === 'SyntaxError');

/** A middleware of the panel's store: notes which requests the server answers, of whatever page they are. */
export const watchConnection = watchActions('host.connection', ({ type, payload }) => {
  if (typeof type !== 'string' || !type.startsWith('adminApi/execute')) return;
  if (type.endsWith('/fulfilled')) answered();
  // A request that was not sent, because its answer is cached, has no payload.
  else if (type.endsWith('/rejected') && payload !== undefined) (isCutOff(payload) ? cut : answered)();
});

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  // A page that asks for nothing would not notice.
  window.addEventListener('offline', cut);
  window.addEventListener('online', answered);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('offline', cut);
    window.removeEventListener('online', answered);
  };
}

/** @returns when the server last answered, in milliseconds, once it has not for some seconds; undefined while it does */
export function useLastAnswer(): number | undefined {
  const cutSince = useSyncExternalStore(subscribe, () => connection.cutSince);
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    setTold(false);
    if (cutSince === undefined) return undefined;
    const timer = setTimeout(() => setTold(true), TELL_AFTER_MS - (Date.now() - cutSince));
    return () => clearTimeout(timer);
  }, [cutSince]);
  return cutSince !== undefined && isTold ? connection.lastAnswer : undefined;
}

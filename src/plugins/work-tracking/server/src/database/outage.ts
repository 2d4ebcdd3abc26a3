import type { Core } from '@strapi/types';
import { isOfEndedTransaction, watchFailures } from '../host/raw-connections';
import { hasCode } from './transact';

/** The drivers' codes for a lost or refused connection. */
const LOST_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // PostgreSQL: an administrator ended the connection
  '57P02', // PostgreSQL: another process of it crashed
  '57P03', // PostgreSQL: it is starting up or shutting down
  'PROTOCOL_CONNECTION_LOST',
];
const LOST_MESSAGE = 'Connection terminated';

const isLostConnection = (error: unknown): error is Error =>
  hasCode(error, LOST_CODES) || (error instanceof Error && error.message.includes(LOST_MESSAGE));

/**
 * Keeps the process alive when the database goes away. Strapi 5.54.0 leaves a promise unhandled that rejects then: the
 * first statement of a new connection. Node would end the process; this logs it. The queries that callers wait for
 * reject as well. Other unhandled rejections are not handled here, such as a lost connection to another service: they
 * end the process as before.
 * @returns removes the handler
 */
export function logLostConnections(strapi: Core.Strapi): () => void {
  const ours = lostConnectionsOf(strapi);
  const onUnhandledRejection = (error: unknown) => {
    if (ours.has(error)) strapi.log.error('The connection to the database was lost.', error);
    // No other handler decides: end the process as Node would.
    else if (process.listenerCount('unhandledRejection') === 1) throw error;
  };
  process.on('unhandledRejection', onUnhandledRejection);
  return () => process.off('unhandledRejection', onUnhandledRejection);
}

/**
 * Collects the lost connections to the database: of statements, and of what could not be opened. Once one is lost,
 * statements of ended transactions count as well.
 */
function lostConnectionsOf(strapi: Core.Strapi): { has(error: unknown): boolean } {
  const lost = new WeakSet<Error>();
  let hasLost = false;
  const remember = (error: unknown) => {
    if (!isLostConnection(error)) return;
    lost.add(error);
    hasLost = true;
  };
  watchFailures(strapi, remember);
  return {
    has: (error) => error instanceof Error && (lost.has(error) || (hasLost && isOfEndedTransaction(error))),
  };
}

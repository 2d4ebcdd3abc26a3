import type { Core } from '@strapi/types';

/** How the drivers say that a connection to the database is gone, or can't be made. */
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

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && LOST_CODES.includes(String(error.code))) || error.message.includes(LOST_MESSAGE));

/**
 * Keeps the process alive when the database goes away. Strapi 5.54.0 leaves two promises alone that then fail: of a new
 * connection's first statement, and of the record that an entry event carries; Node ends the process for either. What
 * was asked of the database has its own error all the same. Every other unhandled rejection ends the process, as ever.
 * @returns takes it back
 */
export function surviveDatabaseOutages(strapi: Core.Strapi): () => void {
  const onUnhandledRejection = (error: unknown) => {
    if (isLostConnection(error)) strapi.log.error('The connection to the database was lost.', error);
    // With nobody else to decide, do as Node does.
    else if (process.listenerCount('unhandledRejection') === 1) throw error;
  };
  process.on('unhandledRejection', onUnhandledRejection);
  return () => process.off('unhandledRejection', onUnhandledRejection);
}

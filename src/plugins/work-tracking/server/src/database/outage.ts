import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { hasCode } from './driver-errors';

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

/** What knex says to a statement of a transaction that has ended, as one does when its connection is lost. */
const ENDED_MESSAGE = 'Transaction query already complete';

const isLostConnection = (error: unknown): error is Error =>
  hasCode(error, LOST_CODES) || (error instanceof Error && error.message.includes(LOST_MESSAGE));

/**
 * Keeps the process alive when the database goes away. Strapi 5.54.0 leaves a promise unhandled that rejects then: the
 * first statement of a new connection. Node would end the process; this logs it. The queries that callers wait for
 * reject as well. Every other unhandled rejection is none of ours, such as a lost connection to something else of the
 * application: it ends the process as before.
 * @returns removes the handler
 */
export function logLostConnections(strapi: Core.Strapi): () => void {
  const ours = lostConnectionsOf(strapi.db.connection.client as Client);
  const onUnhandledRejection = (error: unknown) => {
    if (ours.has(error)) strapi.log.error('The connection to the database was lost.', error);
    // No other handler decides: end the process as Node would.
    else if (process.listenerCount('unhandledRejection') === 1) throw error;
  };
  process.on('unhandledRejection', onUnhandledRejection);
  return () => process.off('unhandledRejection', onUnhandledRejection);
}

/** The parts that are used here of knex's client. */
interface Client extends Pick<Knex.Client, 'on'> {
  acquireRawConnection(): Promise<unknown>;
}

/**
 * Collects the lost connections of one client: of its statements, and of what it could not open. Once it has lost one,
 * statements of ended transactions count as well.
 */
function lostConnectionsOf(client: Client): { has(error: unknown): boolean } {
  const lost = new WeakSet<Error>();
  let hasLost = false;
  const remember = (error: unknown) => {
    if (!isLostConnection(error)) return;
    lost.add(error);
    hasLost = true;
  };
  client.on('query-error', remember);
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    try {
      return await connect();
    } catch (error) {
      remember(error);
      throw error;
    }
  };
  const isOfEndedTransaction = (error: Error) => hasLost && error.message.startsWith(ENDED_MESSAGE);
  return {
    has: (error) => error instanceof Error && (lost.has(error) || isOfEndedTransaction(error)),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { closeConnection, openConnection } from '../host/raw-connections';
import { z } from '../host/strapi-utils';

/** A connection of PostgreSQL's driver, as far as it is used here. */
interface Connection {
  processID: number;
  query(text: string, values?: unknown[]): Promise<unknown>;
  on(event: 'notification', listener: (message: { processId: number; payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: () => void): void;
}

const CHANNEL = 'work_tracking_changes';

const MESSAGE = z.object({ schema: z.string(), ids: z.array(z.int()) });

/** Fewer than 8,000 bytes of ids, which is what PostgreSQL takes at a time. */
const MAX_IDS = 500;

/** How long after a failure the next connection is made at the earliest. */
const RECONNECT_MS = 2_000;

/** How long the end of the process waits for a server that answers no longer. */
const MAX_CLOSE_MS = 5_000;

/** Tells the processes of an application of something, over a connection of its own. */
export interface Notifications {
  /** Notifies the others. A lost notification is not repeated: they also poll. */
  send(ids: readonly number[]): void;
  /** Begins to listen, if it does not yet. */
  listen(): void;
  /** Whether the others are heard. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * PostgreSQL's LISTEN and NOTIFY. A NOTIFY in a transaction would have all commits of the database wait for each other,
 * so it comes afterwards, over the connection that listens.
 * @param heard is given what another process has sent
 * @param lost is called when the others are heard no longer
 */
export function createNotifications(
  strapi: Core.Strapi,
  { heard, lost }: { heard: (ids: number[]) => void; lost: () => void },
): Notifications {
  // Applications with a schema each can share a database, and know different projects by the same ids.
  const schema = strapi.db.getSchemaName() ?? '';
  let opening: Promise<void> | undefined;
  let connection: Connection | undefined;
  let failedAtMs = -Infinity;
  let isClosed = false;

  function loseConnection(error?: unknown): void {
    if (isClosed) return;
    connection = undefined;
    failedAtMs = performance.now();
    strapi.log.warn(
      'Changes of other processes are looked for, since PostgreSQL does not tell of them.',
      error,
    );
    lost();
  }

  /** Takes any payload: everybody with access to the database can send on the channel, and an error thrown here ends the process. */
  function hear(payload: string): void {
    try {
      const message = MESSAGE.parse(JSON.parse(payload));
      if (message.schema === schema) heard(message.ids);
    } catch (error) {
      strapi.log.warn(`What another program has sent on ${CHANNEL} could not be read.`, error);
    }
  }

  async function open(): Promise<void> {
    let opened: Connection | undefined;
    try {
      opened = await openConnection<Connection>(strapi);
      const own = opened;
      let isLost = false as boolean;
      const end = () => {
        if (isLost) return;
        isLost = true;
        if (connection === own) loseConnection();
      };
      own.on('error', end);
      own.on('end', end);
      own.on('notification', ({ processId, payload = '' }) => {
        if (processId !== own.processID) hear(payload);
      });
      await own.query(`LISTEN ${CHANNEL}`);
      if (!isLost) connection = own;
    } catch (error) {
      loseConnection(error);
    }
    if (opened && (isClosed || connection !== opened)) await close(opened);
  }

  async function close(one: Connection): Promise<void> {
    connection = undefined;
    await closeConnection(strapi, one).catch((error: unknown) => {
      strapi.log.debug('A connection was gone before it was closed.', error);
    });
  }

  function listen(): void {
    if (isClosed || connection || opening || performance.now() < failedAtMs + RECONNECT_MS) return;
    opening = open().finally(() => {
      opening = undefined;
    });
  }

  /** Sends a notification, once the connection is open. */
  async function tell(ids: readonly number[]): Promise<void> {
    listen();
    await opening;
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const payload = JSON.stringify({ schema, ids: ids.slice(start, start + MAX_IDS) });
      await connection?.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    }
  }

  async function end(): Promise<void> {
    await telling;
    isClosed = true;
    await opening;
    if (connection) await close(connection);
  }

  /** Notifications are sent one after the other: the driver takes a query at a time. */
  let telling = Promise.resolve();
  return {
    send(ids) {
      telling = telling
        .then(() => tell(ids))
        // The connection's end says so in the log.
        .catch((error: unknown) => {
          strapi.log.debug('Other processes were not told of changes.', error);
        });
    },
    listen,
    isListening: () => connection !== undefined,
    close: () => Promise.race([end(), sleep(MAX_CLOSE_MS, undefined, { ref: false })]),
  };
}

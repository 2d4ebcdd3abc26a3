import type { Socket } from 'node:net';
import { Client, type buildConnector } from 'undici';
import { readThrough } from '../host/socket-reads';
import { AnswerHead } from './answer-head';

/** How long a connection is used. A name that leads elsewhere now is followed after so long. */
const MAX_AGE_MS = 30_000;

/** How many origins a TLS session is kept of; undici's connector takes no more either. */
const MAX_SESSIONS = 100;

/** A connection to an origin. At most one request uses it at a time. */
export interface Connection {
  origin: string;
  /** The owner of the requests that it carries. */
  owner: string;
  client: Client;
  /**
   * How often a socket was opened for it: undici opens another one in place of a socket that was lost, or on which
   * something came unasked, before it wrote the next request.
   */
  opened: number;
  /** The head of the answer that comes over its socket; undefined until it has one. */
  head?: AnswerHead;
}

/** The connections of one process. */
export interface Connections {
  /** One that was kept after an earlier request, or a new one. */
  take(origin: string, owner: string): Promise<Connection>;
  /** A new one. Its socket is opened with its first request. */
  open(origin: string, owner: string): Connection;
  /** Keeps a connection after a complete answer. */
  keep(connection: Connection): void;
  /** @param reason what a request that it carries fails with */
  drop(connection: Connection, reason?: Error): void;
  /** Closes all, those in use too. */
  close(): Promise<void>;
}

interface Kept extends Connection {
  socket?: Socket;
  openedAt: number;
}

export interface ConnectionLimits {
  /** For all connections together: an unused one makes room for a new one. */
  limit: number;
  /** How long an unused connection stays open. */
  idleMs: number;
}

/** @param connect opens and judges every socket */
export function createConnections(
  connect: buildConnector.connector,
  { limit, idleMs }: ConnectionLimits,
): Connections {
  const all = new Set<Kept>();
  /** Unused ones, the one that was used last at the end. */
  const idle = new Set<Kept>();

  const sessions = new Map<string, Buffer>();

  /** undici refers to TLS sessions weakly, so a garbage collection can remove them; they are kept here. */
  function remember(origin: string, session: Buffer): void {
    sessions.delete(origin);
    sessions.set(origin, session);
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  }

  function open(origin: string, owner: string): Kept {
    const [oldest] = idle;
    if (all.size >= limit && oldest) drop(oldest);
    const client = new Client(origin, {
      connect: (options, callback) =>
        connect(options, (...result) => {
          const [error, socket] = result;
          if (!error) {
            const head = new AnswerHead();
            readThrough(socket, (chunk) => head.take(chunk));
            Object.assign(connection, { socket, head, openedAt: performance.now() });
            connection.opened += 1;
            socket.on('session', (session: Buffer) => remember(origin, session));
          }
          callback(...result);
        }),
      // The deadline of a request covers all its phases.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Also where the receiver asks for more.
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      pipelining: 1,
    });
    const connection: Kept = { origin, owner, client, opened: 0, openedAt: 0 };
    client.on('disconnect', () => {
      if (idle.has(connection)) drop(connection);
    });
    all.add(connection);
    return connection;
  }

  function drop(connection: Connection, reason: Error | null = null): void {
    all.delete(connection as Kept);
    idle.delete(connection as Kept);
    void connection.client.destroy(reason);
  }

  /** A socket that still sends its request after the answer's end has a receiver that no longer reads it. */
  const isUsable = ({ socket, openedAt }: Kept) =>
    socket !== undefined &&
    !socket.destroyed &&
    socket.writableLength === 0 &&
    performance.now() - openedAt < MAX_AGE_MS;

  return {
    open,
    drop,

    async take(origin, owner) {
      for (;;) {
        const kept = [...idle]
          .reverse()
          .find((connection) => connection.origin === origin && connection.owner === owner);
        if (!kept) return open(origin, owner);
        idle.delete(kept);
        await everythingRead();
        if (isUsable(kept)) return kept;
        drop(kept);
      }
    },

    keep(connection) {
      const kept = connection as Kept;
      if (!all.has(kept)) return;
      if (isUsable(kept)) idle.add(kept);
      else drop(kept);
    },

    async close() {
      const clients = [...all].map(({ client }) => client);
      all.clear();
      idle.clear();
      await Promise.all(clients.map((client) => client.destroy()));
    },
  };
}

/**
 * Resolves when all that has reached this machine by now was read. Bytes that came unasked, and an end of the
 * connection, have closed it then. undici also looks before it writes, but not at what came in the same turn of the event
 * loop: it would take an answer that was sent ahead for the answer to its next request.
 */
const everythingRead = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

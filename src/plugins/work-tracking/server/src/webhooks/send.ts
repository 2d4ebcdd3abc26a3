import type { AddressPolicy } from '../../../domain/address';
import type { Outcome } from '../../../domain/delivery';
import { guardedConnector } from './address-guard';
import { post, type Ending, type PostRequest } from './answer';
import { createConnections, type Connection } from './connections';
import { failureOf, isLostConnection } from './failures';
import { createHostNames } from './host-names';
import { SYSTEM_PATHS, type ResolverPaths } from './resolver-files';

const CONNECT_MS = 5_000;

/** How long an unused connection stays open. Receivers commonly close one after 5 s or more. */
const IDLE_MS = 4_000;

/** The look-up's share of the time for connecting, so that a name not found in time is a failure of its own. */
const LOOK_UP_SHARE = 0.8;

export interface SenderSettings extends AddressPolicy {
  /** For one request, including the body of the answer. */
  timeoutMs: number;
  /** How many requests there are at a time, at most. */
  concurrency: number;
}

/** One HTTP request. */
export interface Exchange {
  /** Requests of different owners share no connection: one could leave an answer there for the next. */
  owner: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends requests, over connections that it keeps. */
export interface Sender {
  /**
   * Sends one request, without a proxy and without following redirects.
   * @throws SenderClosedError when `close` has cut it off; its outcome is not known then
   */
  exchange(request: Exchange): Promise<Outcome>;
  /** Cuts off the requests in flight and closes all connections. */
  close(): Promise<void>;
}

/** The sender was closed before there was an answer. */
export class SenderClosedError extends Error {
  constructor() {
    super('The service stops.');
    this.name = 'SenderClosedError';
  }
}

/** The parts that a sender needs beside its settings. */
export interface SenderSurroundings {
  paths?: ResolverPaths;
  /** For the look-up of a name and the connection together; no longer than the time-out. */
  connectMs?: number;
  /** How long an unused connection stays open. */
  idleMs?: number;
}

export function createSender(
  settings: SenderSettings,
  { paths = SYSTEM_PATHS, connectMs = CONNECT_MS, idleMs = IDLE_MS }: SenderSurroundings = {},
): Sender {
  const connectTimeoutMs = Math.min(connectMs, settings.timeoutMs);
  const hostNames = createHostNames(connectTimeoutMs * LOOK_UP_SHARE, paths);
  const connect = guardedConnector(settings, connectTimeoutMs, (hostname) => hostNames.resolve(hostname));
  const connections = createConnections(connect, { limit: settings.concurrency, idleMs });
  let isClosed = false;

  async function exchange({ owner, url, headers, body }: Exchange): Promise<Outcome> {
    const { origin, pathname, search } = new URL(url);
    const request = { path: pathname + search, headers, body: Buffer.from(body) };
    let connection = await connections.take(origin, owner);
    const { opened } = connection;
    let isOutOfTime = false as boolean;
    const deadline = setTimeout(() => {
      isOutOfTime = true;
      connections.drop(connection, new Error('no more came in time'));
    }, settings.timeoutMs);
    try {
      let ending = await endingOver(connection, request);
      const wasKept = opened > 0 && connection.opened === opened;
      if (wasKept && isLost(ending, connection) && !isOutOfTime && !isClosed) {
        // The receiver closed it while the request was on its way there.
        connection = connections.open(origin, owner);
        ending = await endingOver(connection, request);
      }
      if (ending.kind === 'answered') return ending.outcome;
      if (isClosed) throw new SenderClosedError();
      return { kind: 'failed', ...failureOf(ending.error, isOutOfTime) };
    } finally {
      clearTimeout(deadline);
    }
  }

  async function endingOver(connection: Connection, request: PostRequest): Promise<Ending> {
    if (isClosed) connections.drop(connection);
    connection.head?.begin();
    const ending = await post(connection.client, request);
    if (ending.kind === 'answered' && ending.isComplete) connections.keep(connection);
    else connections.drop(connection);
    return ending;
  }

  return {
    async exchange(request) {
      if (isClosed) throw new SenderClosedError();
      return exchange(request);
    },
    async close() {
      isClosed = true;
      hostNames.close();
      await connections.close();
    },
  };
}

const isLost = (ending: Ending, { head }: Connection): boolean =>
  ending.kind === 'failed' && !head?.hasBegun && isLostConnection(ending.error);

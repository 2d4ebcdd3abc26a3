import type { Socket } from 'node:net';
import type { Context } from 'koa';

/** Requests that may wait on one connection. Node takes in whatever a client sends ahead. */
const MAX_WAITING = 100;

/** For each connection, the function that lets its next request go on. There is an entry while one is being answered. */
const waiting = new WeakMap<Socket, (() => void)[]>();

/**
 * Waits until the answer to the request before it on the same connection has been taken, so that a client that sends
 * requests ahead and reads nothing has one answer in memory. A connection on which more than 100 requests wait is
 * closed (specification 9).
 * @returns false when the connection is closed: nobody waits for an answer
 */
export async function takeTurn({ req: { socket }, res }: Context): Promise<boolean> {
  const queue = waiting.get(socket);
  if (!queue) waiting.set(socket, []);
  else if (queue.length < MAX_WAITING) await new Promise<void>((resolve) => queue.push(resolve));
  else {
    socket.destroy();
    return false;
  }
  if (socket.destroyed) endTurn(socket);
  else res.once('close', () => endTurn(socket));
  return !socket.destroyed;
}

function endTurn(socket: Socket): void {
  const next = waiting.get(socket)?.shift();
  if (next) next();
  else waiting.delete(socket);
}

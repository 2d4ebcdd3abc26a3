import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** The way in which a hostile receiver treats a connection after the first bytes of a request. */
export type Behaviour = (socket: Socket) => void;

/** A TCP server that follows no protocol and counts what reaches it. */
export interface HostileReceiver {
  port: number;
  /** Connections and bytes since the start. */
  connections(): number;
  bytes(): number;
  /** Resolves when it is connected to for the first time. */
  untilReached(): Promise<void>;
  /** Resolves when there was a connection and none is open any more. */
  untilLeft(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param behave by default it accepts the connection and never sends anything
 * @param host by default it listens on every address of this machine
 */
export async function startHostile(behave: Behaviour = () => {}, host?: string): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  const leaving = new Set<() => void>();
  let connections = 0;
  let bytes = 0;

  // Half-open: it never closes a connection because the other side does.
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => (bytes += chunk.length));
    socket.once('data', () => behave(socket));
    // The other side has closed the connection.
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      for (const check of leaving) check();
    });
  });
  const reached = once(server, 'connection').then(() => undefined);
  server.listen(0, host);
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    bytes: () => bytes,
    untilReached: () => reached,
    untilLeft: () =>
      new Promise((resolve) => {
        const check = () => {
          if (connections === 0 || sockets.size > 0) return;
          leaving.delete(check);
          resolve();
        };
        leaving.add(check);
        check();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A port that never answers an attempt to connect. */
export interface BlackHole {
  port: number;
  close(): Promise<void>;
}

/** A listener in a stopped process with its backlog filled: the system drops what more wants to connect. */
export async function startBlackHole(): Promise<BlackHole> {
  const listener = spawn(
    process.execPath,
    ['-e', "net.createServer().listen(0, '127.0.0.1', 1, function () { console.log(this.address().port) })"],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(listener.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  listener.kill('SIGSTOP');
  const fillers = Array.from({ length: 8 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  await once(fillers[0]!, 'connect');
  return {
    port,
    async close() {
      for (const filler of fillers) filler.destroy();
      const exit = once(listener, 'exit');
      listener.kill('SIGKILL');
      await exit;
    },
  };
}

/** Sends everything, and then ends the connection if asked to. */
export const say =
  (text: string | Buffer, { andEnd = false } = {}): Behaviour =>
  (socket) => {
    socket.write(text);
    if (andEnd) socket.end();
  };

/** Sends a text in as many pieces as it has bytes, each after the one before has left. */
export const spell =
  (text: string): Behaviour =>
  (socket) => {
    socket.setNoDelay(true);
    const sendFrom = (place: number): void => {
      if (place < text.length) socket.write(text.charAt(place), () => setImmediate(sendFrom, place + 1));
    };
    sendFrom(0);
  };

/** Sends `opening`, then `piece` every 50 ms until the other side leaves. */
export const drip =
  (opening: string, piece: string): Behaviour =>
  (socket) => {
    socket.write(opening);
    const dripping = setInterval(() => socket.write(piece), 50);
    socket.once('close', () => clearInterval(dripping));
  };

/** Sends `opening`, then `piece` up to `times` times, as fast as it is read. */
export const flood =
  (opening: string, piece: string | Buffer, times = Infinity): Behaviour =>
  (socket) => {
    let left = times;
    socket.write(opening);
    const pour = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(piece)) {
          socket.once('drain', pour);
          return;
        }
      }
    };
    pour();
  };

/** Sends `opening`, then resets the connection. */
export const reset =
  (opening: string): Behaviour =>
  (socket) =>
    void socket.write(opening, () => setTimeout(() => socket.resetAndDestroy(), 50));

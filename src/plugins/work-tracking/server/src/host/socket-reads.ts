import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Client } from 'undici';

/** The version of undici with which this was tried. */
const TRIED = '7.30.2';

/** Undici waits for minutes by default. */
const TIMEOUT_MS = 5_000;

/**
 * Lets what comes over a socket pass through `take` before undici reads it, which it does by `read` alone. It has no
 * option for the answers that it gives a connection up over and that a client should take (`AnswerHead`).
 */
export function readThrough(socket: Pick<Socket, 'read'>, take: (chunk: Buffer) => Buffer): void {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const chunk = read(size) as Buffer | null;
    const passed = chunk && take(chunk);
    return passed?.length === 0 ? null : passed;
  };
}

/** Tries it with an answer in memory. @throws Error when undici reads a socket in another way */
export async function checkSocketReads(): Promise<void> {
  const socket = new Duplex({
    read: () => undefined,
    write(_request, _encoding, written) {
      this.push('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno');
      written();
    },
  });
  readThrough(socket, (chunk) => Buffer.from(chunk.toString().replace('no', 'ok')));
  const client = new Client('http://in-memory', {
    connect: (_options, callback) => void setImmediate(callback, null, socket as unknown as Socket),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const body = await client
    .request({ method: 'GET', path: '/' })
    .then((answer) => answer.body.text())
    .catch((error: unknown) => String(error));
  await client.destroy();
  if (body === 'ok') return;
  throw new Error(
    `Work Tracking can't deliver with this undici, which reads a socket in another way than ${TRIED} (${body}). ` +
      'Install that version, or a newer release of the plugin.',
  );
}

import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A request that has come to its end. */
export interface Heard {
  /** From 1, in the order in which connections were made. */
  connection: number;
  /** From 1, on its connection. */
  request: number;
  body: string;
}

/** A TCP server that reads requests, one after the other on each connection, and answers as it is told. */
export interface ConversationReceiver {
  url: string;
  heard: Heard[];
  /** Every connection since the start. */
  sockets: Socket[];
  /** Resolves when the connection is closed, from 1. */
  untilClosed(connection: number): Promise<void>;
  close(): Promise<void>;
}

/** @param answer is told of each request when it has come to its end */
export async function startConversation(
  answer: (socket: Socket, heard: Heard) => void,
): Promise<ConversationReceiver> {
  const sockets: Socket[] = [];
  const heard: Heard[] = [];
  const server = net.createServer((socket) => {
    const connection = sockets.push(socket);
    let request = 0;
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const headEnd = text.indexOf('\r\n\r\n') + 4;
        const [, length] = /content-length: (\d+)/i.exec(text.slice(0, headEnd)) ?? [];
        if (headEnd < 4 || text.length < headEnd + Number(length)) return;
        request += 1;
        const one = { connection, request, body: text.slice(headEnd, headEnd + Number(length)) };
        text = text.slice(headEnd + Number(length));
        heard.push(one);
        answer(socket, one);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    sockets,
    async untilClosed(connection) {
      const socket = sockets[connection - 1]!;
      if (!socket.closed) await once(socket, 'close');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer with `body`. */
export const answerOf = (body: string, status = '200 OK', headers = '') =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

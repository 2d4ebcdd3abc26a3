import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileTicket, newProject, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let api: Api;

const MEGABYTE = 1024 * 1024;

/** The counts that the application's process keeps. */
interface Counted {
  /** Lists of tickets that were given to their connection. */
  made: number;
  /** Connections to which an answer was given, a refusal too. */
  answered: Set<Socket>;
  connections: Set<Socket>;
  /** The ports of clients whose connection was closed. */
  closed: Set<number | undefined>;
  allClosed: () => Promise<unknown>;
}
declare const counted: Counted;

/** Tickets whose list is an answer of 4 MB. */
async function fileLargeTickets(own: Api): Promise<void> {
  for (let index = 0; index < 4; index += 1) await fileTicket(own, { body: 'x'.repeat(1_000_000) });
}

beforeAll(async () => {
  server = await startServer();
  api = await newProject(server);
  await fileLargeTickets(api);
  await server.run((strapi) => {
    const connections = new Set<Socket>();
    const closed = new Set<number | undefined>();
    const closings: Promise<void>[] = [];
    const allClosed = () => Promise.all(closings);
    const counts: Counted = { made: 0, answered: new Set(), connections, closed, allClosed };
    Object.assign(globalThis, { counted: counts });
    strapi.server.httpServer.on('connection', (socket: Socket) => {
      connections.add(socket);
      closings.push(new Promise((resolve) => void socket.once('close', () => resolve())));
      const { remotePort } = socket;
      socket.once('close', () => {
        connections.delete(socket);
        closed.add(remotePort);
      });
    });
    strapi.server.httpServer.prependListener('request', (req, res) => {
      const end = res.end.bind(res);
      res.end = (...given: never[]) => {
        if (req.url === '/api/v1/tickets') {
          if (res.statusCode === 200) counts.made += 1;
          counts.answered.add(req.socket);
        }
        return end(...given);
      };
    });
  });
});
afterAll(() => server.destroy());

const opened: Socket[] = [];

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await server.run(async () => {
    await counted.allClosed();
    counted.made = 0;
    counted.answered.clear();
  });
});

/** A connection that is not read unless somebody does it. */
async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}

const request = (path: string, headers = '', { token } = api) =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n`;

const made = () => server.run(() => counted.made);

/** How many lists of 4 MB the buffers between the two take, and one more. */
const BUFFERED = 6;

describe('answers that a client does not read (specification 9)', () => {
  it('are made one after the other on one connection', async () => {
    const socket = await open();
    socket.write(request('/tickets').repeat(60));
    const others = 20;
    for (let index = 0; index < others; index += 1) await api.get('/tickets').expect(200);
    expect((await made()) - others).toBeLessThanOrEqual(BUFFERED);
  });

  it('all come in their order once they are read', async () => {
    const socket = await open();
    const paths = ['/tickets', '/me', '/tickets?limit=1', '/nothing', '/workflow'];
    socket.write(paths.map((path) => request(path)).join('') + request('/me', 'Connection: close\r\n'));
    const answers = (await text(socket)).split('HTTP/1.1 ').slice(1);
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '200', '404', '200', '200']);
    expect(answers.map((answer) => /"(tickets|project|initial_status|error)":/.exec(answer)?.[1])).toEqual([
      'tickets',
      'project',
      'tickets',
      'error',
      'initial_status',
      'project',
    ]);
  });

  it('end a connection on which more than 100 requests wait', async () => {
    const socket = await open();
    socket.write(request('/tickets').repeat(500));
    await server.run(async (_strapi, port) => {
      while (!counted.closed.has(port)) await new Promise((resolve) => setTimeout(resolve, 10));
    }, socket.localPort);
    expect(await made()).toBeLessThanOrEqual(BUFFERED);
    await api.get('/me').expect(200);
  });

  it('hold 32 MB of memory for one caller; then it is 429 until it reads', async () => {
    const other = await newProject(server);
    let status = 200;
    for (let index = 0; index < 60 && status === 200; index += 1) {
      (await open()).write(request('/tickets').repeat(5));
      await server.run(async (_strapi, expected) => {
        while (counted.answered.size < expected) await new Promise((resolve) => setTimeout(resolve, 10));
      }, index + 1);
      ({ status } = await api.get('/tickets?limit=1'));
    }
    const refused = await api.post('/tickets', { title: 'T' }).expect(429);
    expect(refused.body.error).toBe('rate_limited');
    expect(refused.headers['retry-after']).toBe('1');
    await other.get('/me').expect(200);
    const unread = await server.run(() => {
      let bytes = 0;
      for (const { writableLength } of counted.connections) bytes += writableLength;
      return bytes;
    });
    expect(unread).toBeGreaterThan(32 * MEGABYTE);
    expect(unread).toBeLessThan(42 * MEGABYTE);
    for (const socket of opened) socket.destroy();
    await server.run(async () => {
      await counted.allClosed();
    });
    await api.get('/me').expect(200);
  });
});

it('an answer that nobody reads is cut off (specification 9)', async () => {
  const own = await startServer({ env: { ANSWER_UNREAD_TIMEOUT_MS: '500' } });
  try {
    const mine = await newProject(own);
    await fileLargeTickets(mine);
    await own.run((strapi) => {
      (globalThis as Record<string, unknown>).cut = new Promise<void>((resolve) => {
        strapi.server.httpServer.once('connection', (socket) => socket.once('close', () => resolve()));
      });
    });
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    await once(socket, 'connect');
    // More than the buffers between the two take.
    socket.write(request('/tickets', '', mine).repeat(20));
    await own.run(async () => {
      await (globalThis as Record<string, unknown>).cut;
    });
    socket.destroy();
    expect(own.log()).not.toMatch(/error/);
    // Whoever reads is served: here, and all of a long answer where no pause of the machine can cut it off.
    await mine.get('/me').expect(200);
    const { body } = await api.get('/tickets').expect(200);
    expect(body.tickets).toHaveLength(4);
  } finally {
    await own.destroy();
  }
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const open = () => connect(Number(new URL(server.url).port), '127.0.0.1');

/** Sends bytes as they are. @returns the answer's status and body */
async function send(head: string, body: string | Buffer = '') {
  const socket = open();
  socket.write(`${head.trimStart().replaceAll('\n', '\r\n')}\r\nConnection: close\r\n\r\n`);
  socket.write(body);
  const answer = await text(socket);
  const [top = '', content = ''] = answer.split('\r\n\r\n');
  return { status: Number(top.split(' ')[1]), top, content };
}

const post = (path: string, headers: Record<string, string>, body: string | Buffer) =>
  send(
    [
      `POST /api/v1${path} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${api.token}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries({ 'Content-Type': 'application/json', ...headers }).map((pair) => pair.join(': ')),
    ].join('\n'),
    body,
  );

const errorOf = (content: string) =>
  (JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)) as { error: string }).error;

describe('a body that is not what its headers say (specification 8.3)', () => {
  const body = JSON.stringify({ title: 'T' });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['GZIP', gzipSync(body)],
    ['identity', Buffer.from(body)],
  ])('%s is read', async (encoding, bytes) => {
    expect((await post('/tickets', { 'Content-Encoding': encoding }, bytes)).status).toBe(201);
  });

  it.each(['gzip', 'deflate', 'br'])('%s that is none, or not whole', async (encoding) => {
    const whole = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding]!(body);
    for (const bytes of [body, whole.subarray(0, -4), Buffer.alloc(10)]) {
      const { status, content } = await post('/tickets', { 'Content-Encoding': encoding }, bytes);
      expect([status, errorOf(content)]).toEqual([400, 'invalid_json']);
    }
  });

  it.each([
    [{ 'Content-Encoding': 'zstd' }],
    [{ 'Content-Encoding': 'gzip, gzip' }],
    [{ 'Content-Encoding': 'toString' }],
    [{ 'Content-Type': 'application/json; charset=utf-16' }],
    [{ 'Content-Type': 'application/json; charset="latin1"' }],
    [{ 'Content-Type': 'application/json; charset=nothing' }],
  ])('%j is not supported', async (headers) => {
    const { status, content } = await post('/tickets', headers, body);
    expect([status, errorOf(content)]).toEqual([415, 'unsupported_media_type']);
  });

  it('is measured when it is unpacked', async () => {
    const { status, content } = await post(
      '/tickets',
      { 'Content-Encoding': 'gzip' },
      gzipSync(Buffer.alloc(2e8)),
    );
    expect([status, errorOf(content)]).toEqual([413, 'payload_too_large']);
  });

  it('a byte order mark and a charset are no part of it', async () => {
    const { status } = await post(
      '/tickets',
      { 'Content-Type': 'application/json; charset=UTF-8' },
      `\ufeff${body}`,
    );
    expect(status).toBe(201);
  });

  it('the last of two equal keys counts, and none is called __proto__', async () => {
    const twice = await post('/tickets', {}, '{"title":"A","title":"B"}');
    expect(twice.content).toContain('"title":"B"');
    for (const sent of [
      '{"title":"T","__proto__":{"a":1}}',
      '{"title":"T","frontmatter":{"a":[{"__proto__":1}]}}',
    ]) {
      const { status, content } = await post('/tickets', {}, sent);
      expect([status, errorOf(content)]).toEqual([400, 'validation_failed']);
      expect(content).toContain("can't be called __proto__");
    }
  });

  it('both names of a field nested beyond measure', async () => {
    const deep = nested(100_000);
    const { status, content } = await post('/tickets', {}, `{"title":${deep},"name":${deep}}`);
    expect([status, errorOf(content)]).toEqual([400, 'validation_failed']);
    expect(content).toContain('too_deep');
  });

  it('a list with entries of several kinds', async () => {
    const types = [1, ...Array<string>(240_000).fill('a')];
    for (const eventTypes of [types, [1, 'a'], [null, {}, 'audit.event']]) {
      const sent = JSON.stringify({ url: 'http://a.example', secret: 's', event_types: eventTypes });
      const { status, content } = await post('/webhooks/subscriptions', {}, sent);
      expect([status, errorOf(content)]).toEqual([400, 'validation_failed']);
    }
  });
});

describe('the rest of a body that is refused', () => {
  const large = 'x'.repeat(2_000_000);

  it.each<[string, string, string, number]>([
    ['too large', 'Content-Type: application/json', large, 413],
    ['bad gzip', 'Content-Type: application/json\r\nContent-Encoding: gzip', large, 400],
    ['bad brotli', 'Content-Type: application/json\r\nContent-Encoding: br', large, 400],
    [
      'more than was compressed',
      'Content-Type: application/json\r\nContent-Encoding: gzip',
      Buffer.concat([gzipSync('{}'), Buffer.alloc(2_000_000)]).toString('latin1'),
      400,
    ],
    ['another type', 'Content-Type: text/plain', large, 415],
  ])('is passed over, and the connection goes on: %s', async (_what, headers, body, expected) => {
    const head = `Host: a\r\nAuthorization: Bearer ${api.token}\r\n`;
    for (const [framing, sent] of [
      [`Content-Length: ${body.length}`, body],
      ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    ]) {
      const socket = open();
      socket.write(
        `POST /api/v1/tickets HTTP/1.1\r\n${head}${headers}\r\n${framing}\r\n\r\n${sent}`,
        'latin1',
      );
      socket.write(`GET /api/v1/me HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      const statuses = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
      expect(statuses?.map(Number)).toEqual([expected, 200]);
    }
  });
});

it.each(['destroy', 'end'] as const)(
  "a client that goes away in its body is nobody's fault: %s",
  async (go) => {
    const clients = 20;
    const loggedBefore = server.log().length;
    const reported = () => (globalThis as unknown as { reported: string[] }).reported;
    await server.run((strapi, count) => {
      let left = count;
      const faults: string[] = [];
      Object.assign(globalThis, { reported: faults });
      strapi.server.app.on('error', (error: Error) => faults.push(error.message));
      (globalThis as Record<string, unknown>).gone = new Promise<void>((resolve) => {
        strapi.server.httpServer.on('request', function onRequest(_req, res) {
          res.once('close', () => {
            left -= 1;
            if (left > 0) return;
            strapi.server.httpServer.off('request', onRequest);
            setImmediate(resolve);
          });
        });
      });
    }, clients);
    for (let index = 0; index < clients; index += 1) {
      const socket = open();
      await once(socket, 'connect');
      const encoding = index % 2 === 0 ? '' : 'Content-Encoding: gzip\r\n';
      const head =
        `POST /api/v1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\n` +
        `Content-Type: application/json\r\n${encoding}Content-Length: 1000\r\n\r\n`;
      socket.write(`${head}{"title"`, () => socket[go]());
    }
    await server.run(async () => {
      await (globalThis as Record<string, unknown>).gone;
    });
    expect(await server.run(reported)).toEqual([]);
    expect(server.log().slice(loggedBefore)).not.toMatch(/error|not readable/i);
  },
);

describe('what a request says of itself', () => {
  it.each([
    'GET /api/v1/docs HTTP/1.0',
    'GET /api/v1/docs HTTP/1.1\nHost: [',
    'GET /api/v1/docs HTTP/1.1\nHost: a b',
  ])('%j is answered', async (head) => {
    const { status, content } = await send(head);
    expect(status).toBe(200);
    expect(content).toContain('data-url="/api/v1/openapi.json"');
  });

  it.each(ROUTES.map(({ method, path }) => [method, path] as const))(
    '%s %s without a host',
    async (method, path) => {
      for (const head of [
        `${method} /api/v1${path} HTTP/1.0`,
        `${method} /api/v1${path} HTTP/1.1\nHost: [`,
      ]) {
        const { status, content } = await send(head);
        expect([status, errorOf(content)]).toEqual([401, 'unauthorized']);
      }
    },
  );

  it.each([
    ['GET', '/tickets/%E0%A4%A', 404],
    ['GET', '/tickets/%', 404],
    ['GET', '/tickets/%00', 404],
    ['GET', '/tickets/..%2f..', 404],
    ['GET', '//tickets', 404],
    ['GET', '/tickets//', 404],
    ['GET', `/tickets/${'a'.repeat(12_000)}`, 404],
    ['DELETE', '/decisions/%FF', 404],
    ['POST', '/decisions/%C0%80/resolve', 404],
    ['PUT', '/tickets', 405],
    ['TRACE', '/tickets', 405],
    ['PROPFIND', '/tickets/a', 405],
  ])('%s %s', async (method, path, expected) => {
    const head = `${method} /api/v1${path} HTTP/1.1\nHost: a\nAuthorization: Bearer ${api.token}`;
    const { status, content } = await send(head);
    expect([status, errorOf(content)]).toEqual([
      expected,
      expected === 404 ? 'not_found' : 'method_not_allowed',
    ]);
  });

  it.each(['GET http://[/api/v1/tickets', 'POST http://[/API/v1/tickets'])(
    '%s, which is no address, is not found',
    async (target) => {
      const { status, content } = await send(`${target} HTTP/1.1\nHost: a`);
      expect([status, errorOf(content)]).toEqual([404, 'not_found']);
    },
  );

  it('a body is asked for when the client waits for that', async () => {
    const { content, top } = await send(
      `POST /api/v1/tickets HTTP/1.1\nHost: a\nAuthorization: Bearer ${api.token}\n` +
        'Content-Type: application/json\nExpect: 100-continue\nContent-Length: 13',
      '{"title":"T"}',
    );
    expect(`${top}${content}`).toMatch(/^HTTP\/1\.1 100 Continue.*201 Created/s);
  });
});

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import supertest from 'supertest';
import { API_ERRORS } from '../../src/plugins/work-tracking/domain/errors';
import { SENT_EVENT_TYPES } from '../../src/plugins/work-tracking/domain/events';
import { TICKET_PRIORITIES, TICKET_STATUSES } from '../../src/plugins/work-tracking/domain/ticket';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { asDescribed, v1 } from '../support/api';
import { sharedServer, type SharedServer, startServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const ROOT = path.join(__dirname, '../..');
const DOCUMENT = '/api/v1/openapi.json';
const PAGE = '/api/v1/docs';

interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  responses: Record<string, object>;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation & { parameters: { name: string }[] } }>;
  components: {
    responses: Record<string, { headers?: Record<string, object> }>;
    securitySchemes: Record<string, { type: string; scheme: string }>;
    schemas: Record<string, { properties?: Record<string, { enum?: string[]; const?: string }> }>;
  };
}

let server: SharedServer;
let document: Document;

beforeAll(async () => {
  server = await sharedServer();
  document = (await v1(server, '').get('/openapi.json').expect(200)).body;
});
afterAll(() => server.release());

describe('GET /openapi.json', () => {
  it.each(ROUTES.map(({ method, path: route, action }) => [method, route, action] as const))(
    'describes %s %s',
    (method, route, action) => {
      const definition = ROUTES.find((candidate) => candidate.action === action)!;
      const operation = document.paths[route.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
      expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
      expect(operation.security).toEqual([{ token: definition.isForAnyToken ? [] : [action] }]);
      const statuses = [definition.status, definition.otherAnswer?.status].filter((status) => status);
      const successes = Object.keys(operation.responses).filter((status) => status < '300');
      expect(successes).toEqual(statuses.map(String).sort());
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '403', '405', '429', '500']),
      );
    },
  );

  it('holds nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([template, operations]) =>
      Object.keys(operations).map((method) => `${method} ${template}`),
    );
    const own = ['get /openapi.json', 'get /docs'];
    const routes = ROUTES.map(
      ({ method, path: route }) => `${method.toLowerCase()} ${route.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.sort()).toEqual([...routes, ...own].sort());
  });

  it('names every error code, event, header and where the API is', () => {
    const schemas = Object.values(document.components.schemas);
    const codes = schemas.flatMap(({ properties }) => properties?.error?.const ?? []);
    expect(codes.sort()).toEqual(Object.keys(API_ERRORS).sort());
    expect(Object.keys(document.webhooks)).toEqual([...SENT_EVENT_TYPES]);
    const headers = document.webhooks['ticket.created']!.post.parameters.map(({ name }) => name);
    expect(headers).toEqual([
      'X-Service-Event',
      'X-Service-Sequence',
      'X-Service-Signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    const { responses, securitySchemes } = document.components;
    const limits = ['RateLimit-Policy', 'RateLimit'];
    expect(Object.keys(responses.Unauthorized!.headers!)).toEqual(['WWW-Authenticate', ...limits]);
    expect(Object.keys(responses.MethodNotAllowed!.headers!)).toEqual(['Allow', ...limits]);
    expect(Object.keys(responses.TooManyRequests!.headers!)).toEqual(['Retry-After', ...limits]);
    expect(securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
  });

  it('shows the values that the content types take, in requests and in answers', () => {
    for (const name of ['Ticket', 'TicketUpdateBody']) {
      const { status, priority } = document.components.schemas[name]!.properties!;
      expect([name, status!.enum]).toEqual([name, [...TICKET_STATUSES]]);
      expect([name, priority!.enum]).toEqual([name, [...TICKET_PRIORITIES]]);
    }
  });

  it("passes Redocly's recommended rules, with neither an error nor a warning", async () => {
    const file = path.join(makeFolder('openapi'), 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        file,
        '--extends=recommended',
        '--format=json',
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      totals: { errors: number; warnings: number };
      problems: unknown[];
    };
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });
});

describe('what the tests hold answers and events to', () => {
  const id = 'dt17vywnui2z1jym4hfbpf03';
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const deleted = { method: 'DELETE', path: `/decisions/${id}`, sent: undefined, status: 200, headers: json };
  const body = { version: 'v1', ok: true };
  const limited = { error: 'rate_limited', message: 'Wait.' };

  it.each([
    ['a field too many', { body: { ...body, decision: {} } }],
    ['a field too few', { body: { version: 'v1' } }],
    ['another value', { body: { ...body, ok: false } }],
    ['a status that is not described', { status: 201, body }],
    ['an error that is not described', { status: 400, body: { error: 'slug_taken', message: 'No.' } }],
    ['a header too few', { status: 429, body: limited }],
    ['another content type', { headers: { 'content-type': 'text/plain' }, body }],
    ['an address that is not described', { path: '/elsewhere', body }],
    [
      'a parameter that was accepted',
      { method: 'GET', path: '/decisions?limit=0', body: { version: 'v1', decisions: [] } },
    ],
  ])('refuses %s', (_difference, change) => {
    const { description } = server;
    description!.check({ ...deleted, body });
    description!.check({ ...deleted, status: 429, headers: { ...json, 'retry-after': '1' }, body: limited });
    expect(() => description!.check({ ...deleted, ...change })).toThrow(
      'is not as openapi.json describes it',
    );
  });

  it('refuses an event with a field too many, or without a header', () => {
    const event = {
      event: 'ping',
      id: '019c7a4e-6add-7558-ae1c-efaa5a929903',
      ts: '2026-02-20T09:40:44.380Z',
      tenant_id: id,
      data: { id, project_key: 'DEMO', venture_key: 'acme', message: 'This is a test.' },
    };
    const headers = {
      'x-service-event': 'ping',
      'x-service-signature': `sha256=${'0'.repeat(64)}`,
      'webhook-id': event.id,
      'webhook-timestamp': '1771580444',
      'webhook-signature': `v1,${'A'.repeat(43)}=`,
    };
    const problems = (given: object, sent: object) =>
      server.description!.problemsOfEvent('ping', { ...headers, ...given }, sent);
    expect(problems({}, event)).toEqual([]);
    expect(problems({}, { ...event, data: { ...event.data, more: 1 } })).toHaveLength(1);
    expect(problems({ 'webhook-id': undefined }, event)).toEqual(['webhook-id is missing']);
  });
});

describe('GET /docs', () => {
  it('is a page without a script of its own in it, whose files are all served from here', async () => {
    const { text, headers } = await supertest(server.url).get(PAGE).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(text).not.toMatch(/<script[^>]*>[^<]/);
    expect(text).toContain(`data-url="${DOCUMENT}"`);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file]) => file!);
    const files = loaded.filter((file) => !file.startsWith('data:'));
    expect(files).toEqual([`${PAGE}/viewer.css`, `${PAGE}/viewer.js`, `${PAGE}/start.js`]);
    for (const file of files) {
      const asset = await supertest(server.url).get(file).expect(200);
      expect(asset.headers['cache-control']).toBe('public, max-age=86400');
      const again = await supertest(server.url).get(file).set('If-None-Match', asset.headers.etag!);
      expect([file, again.status]).toEqual([file, 304]);
    }
  });

  it.each([
    '/index.html',
    '/package.json',
    '/viewer.js.map',
    '/LICENCES.txt',
    '/..%2fpackage.json',
    '/%2e%2e/README.md',
  ])('serves nothing else of the package: %s', async (file) => {
    await asDescribed(server, supertest(`${server.url}/api/v1`).get(`/docs${file}`), `/docs${file}`).expect(
      404,
    );
  });
});

it.each([DOCUMENT, PAGE, `${PAGE}/start.js`])('%s takes GET alone', async (address) => {
  const { body, headers } = await supertest(server.url).post(address).send({}).expect(405);
  expect(body.error).toBe('method_not_allowed');
  expect(headers.allow!.split(', ').sort()).toEqual(['GET', 'HEAD']);
});

describe('switched off', () => {
  const nothing = { error: 'not_found', message: expect.any(String) };

  it('the page is not there, the description is', async () => {
    const other = await startServer({ env: { OPENAPI_PAGE: 'false' } });
    try {
      await supertest(other.url).get(DOCUMENT).expect(200);
      for (const address of [PAGE, `${PAGE}/start.js`, `${PAGE}/viewer.js`]) {
        expect((await supertest(other.url).get(address).expect(404)).body).toEqual(nothing);
      }
    } finally {
      await other.destroy();
    }
  });

  it('without the description there is no page over it either', async () => {
    const other = await startServer({ env: { OPENAPI_DOCUMENT: 'false' } });
    try {
      for (const address of [DOCUMENT, PAGE]) {
        expect((await supertest(other.url).get(address).expect(404)).body).toEqual(nothing);
      }
    } finally {
      await other.destroy();
    }
  });
});

it('the types of the example client are those that openapi-typescript makes of it', async () => {
  const folder = makeFolder('client');
  const [described, types] = [path.join(folder, 'openapi.json'), path.join(folder, 'api.d.ts')];
  writeFileSync(described, JSON.stringify(document));
  const program = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
  await promisify(execFile)(process.execPath, [program, described, '--output', types]);
  // After a change of the API, make them again as examples/README.md says.
  const kept = readFileSync(path.join(ROOT, 'examples/client/api.d.ts'), 'utf8');
  expect(kept).toBe(readFileSync(types, 'utf8'));
});

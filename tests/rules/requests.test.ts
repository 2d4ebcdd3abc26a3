import fc from 'fast-check';
import supertest, { type Response } from 'supertest';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { asDescribed, fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';
import { expectError, expectShown, expectVersion, parsed, shownName } from './answers';
import type { Values } from './model/world';
import { INTERRUPTED, RUNS, SEED, TEST_LIMIT_MS } from './settings';
import { forgetRecords, readRows } from './stored';
import { addressPartFor, hostileJson, jsonFor, rightFor, type Schema } from './values';

type Route = (typeof ROUTES)[number];

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

jest.setTimeout(TEST_LIMIT_MS);

let server: OwnServer;
let api: Api;
let document: Document;
/** Strings that mean something here: ids of what relations and media lead to, and addresses. */
let known: string[];

beforeAll(async () => {
  const files = {
    ...extended('ticket', CUSTOM_FIELDS),
    ...extended('decision', CUSTOM_FIELDS),
    ...CUSTOMER,
    ...COMPONENTS,
  };
  const limits = { RATE_LIMIT_READS_PER_MINUTE: '0', RATE_LIMIT_WRITES_PER_MINUTE: '0' };
  server = await startServer({ env: { ...builtWith({ files }), ...limits } });
  api = await newProject(server);
  document = (await api.get('/openapi.json').expect(200)).body;
  known = await server.run(makeNeighbours);
  known.push('http://127.0.0.1:9/hook', 'https://example.org/hook', api.tenantId);
});
afterAll(() => server.destroy());

/** Runs inside the application: what custom fields can lead to. It sends nothing, so that nothing changes by itself. */
async function makeNeighbours(strapi: import('@strapi/types').Core.Strapi): Promise<string[]> {
  await strapi.plugin('work-tracking').service('dispatcher').stop();
  await strapi.plugin('work-tracking').service('resends').stop();
  const customer = await strapi
    .documents('api::customer.customer' as never)
    .create({ data: { name: 'Ada' }, status: 'published' } as never);
  const data = {
    name: 'a.png',
    hash: 'a',
    ext: '.png',
    mime: 'image/png',
    size: 1,
    url: '/a.png',
    provider: 'local',
  };
  const file = await strapi.db.query('plugin::upload.file').create({ data });
  return [(customer as { documentId: string }).documentId, file.documentId];
}

const resolve = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

const operationOf = ({ method, path }: Route): Operation =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;

const bodyOf = (route: Route): Schema | undefined => {
  const schema = operationOf(route).requestBody?.content['application/json']?.schema;
  return schema && resolve(schema);
};

/** The least that a route accepts. */
const LEAST: Record<string, () => Values> = {
  'ticket.create': () => ({ title: 'A ticket' }),
  'decision.create': () => ({ slug: `d-${Math.random().toString(36).slice(2)}`, title: 'A decision' }),
  'decision.resolve': () => ({ status: 'yes' }),
  'ticket-comment.create': () => ({ body: 'A comment' }),
  'decision-comment.create': () => ({ body: 'A comment' }),
  'comment.update': () => ({ body: 'Another comment' }),
  'webhook-subscription.create': () => ({
    url: 'http://127.0.0.1:9/hook',
    secret: 'a secret',
    event_types: ['ticket.created'],
  }),
};

/** Makes a record for the id in a route's path. */
const TARGETS: Record<string, () => Promise<string>> = {
  tickets: async () => (await fileTicket(api, { frontmatter: { a: 1, b: { c: 2 } } })).id,
  decisions: async () => (await fileDecision(api)).id,
  comments: async () => {
    const { id } = await fileTicket(api);
    return (await api.post(`/tickets/${id}/comments`, { body: 'A comment' }).expect(201)).body.comment.id;
  },
  subscriptions: async () => (await subscribe(api, 'http://127.0.0.1:9/hook')).id,
  deliveries: async () => {
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    const { body } = await api.post(`/webhooks/subscriptions/${id}/test`).expect(202);
    await server.run((strapi) =>
      strapi.db.getConnection('work_tracking_webhook_deliveries').update({ state: 'dead', due_at: null }),
    );
    return body.delivery.id;
  },
  resends: async () => {
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    const { body } = await api.post(`/webhooks/subscriptions/${id}/resend`).expect(202);
    return body.resend.id;
  },
};

const collectionOf = (path: string): string => path.split('/:id')[0]!.split('/').at(-1)!;
const target = async ({ path }: Route): Promise<string> =>
  path.includes(':id') ? await TARGETS[collectionOf(path)]!() : '';

/** Sends a request as it is, and holds its answer to what every answer of v1 promises. */
async function ask(route: Route, path: string, json?: string): Promise<Response> {
  const test = supertest(`${server.url}/api/v1`)
    [route.method.toLowerCase() as 'get'](path)
    .set('Authorization', `Bearer ${api.token}`);
  if (json !== undefined) test.set('Content-Type', 'application/json').send(json);
  const sent = json === undefined ? undefined : parsed(json);
  const answer = await asDescribed(server, test, path, sent);
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400) expect(answer.body.version).toBe('v1');
  else expectError(answer);
  return answer;
}

/** Everything that is stored, to be the same after a request that was refused. */
const everything = async (): Promise<string> => JSON.stringify(await readRows(server));

/** An accepted write is stored as given, reads back the same, and steps the version if it changed anything. */
async function expectStored(route: Route, json: string, answer: Response, before?: Values): Promise<void> {
  const kind = ['ticket', 'decision', 'subscription'].find((name) => name in answer.body);
  const record = answer.body[kind ?? ''] as Values | undefined;
  if (!record || route.action.endsWith('.resolve')) return;
  expectShown(route.action, bodyOf(route)!, parsed(json) as Values, record, before);
  if (kind === 'subscription') return;
  const { body: read } = await api.get(`/${kind}s/${String(record.id)}`).expect(200);
  expect(read[kind!]).toEqual(record);
  if (before) expectVersion(before, record);
}

/** Is it a change of something that can be read alone? */
const isChange = ({ method, path }: Route): boolean => method === 'PATCH' && path !== '/comments/:id';

/** Sends a body, and holds what it leaves behind to the rules. */
async function write(route: Route, json: string): Promise<void> {
  // Nothing that earlier runs have made is in the way.
  await forgetRecords(server);
  const id = await target(route);
  const path = route.path.replace(':id', id);
  const before = isChange(route) ? Object.values((await api.get(path).expect(200)).body)[1] : undefined;
  const stored = await everything();
  const answer = await ask(route, path, json);
  if (answer.status >= 400) expect(await everything()).toBe(stored);
  else await expectStored(route, json, answer, before as Values | undefined);
}

/** The least body with one field in place of its own value, and of that of the field that it is another name for. */
function withField(route: Route, body: Schema, field: string, json: string): string {
  const { [field]: _own, [shownName(body, field)]: _same, ...others } = LEAST[route.action]?.() ?? {};
  const pairs = Object.entries(others).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${[...pairs, `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

const settings = { ...INTERRUPTED, seed: SEED, numRuns: RUNS };

const routesWith = (choose: (route: Route) => unknown) =>
  ROUTES.filter(choose).map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(routesWith(({ body }) => body))('the body of %s', (_name, route) => {
  it('accepts the least', async () => {
    const path = route.path.replace(':id', await target(route));
    expect((await ask(route, path, JSON.stringify(LEAST[route.action]?.() ?? {}))).status).toBeLessThan(300);
  });

  it('holds to the rules in each of its fields, whatever is given for it', async () => {
    const body = bodyOf(route)!;
    for (const [field, schema] of Object.entries(body.properties ?? {})) {
      await fc.assert(
        fc.asyncProperty(jsonFor(schema, resolve, known), (json) =>
          write(route, withField(route, body, field, json)),
        ),
        settings,
      );
    }
  });

  it('holds to the rules in several fields at once, and in those that nobody knows', async () => {
    const body = bodyOf(route)!;
    const fields = Object.entries(body.properties ?? {}).map(([name, schema]) =>
      fc.tuple(fc.constant(name), jsonFor(schema, resolve, known)),
    );
    const unknown = fc.tuple(
      fc.oneof(
        fc.constantFrom('__proto__', 'constructor', 'id', 'project', 'state', ''),
        fc.string({ unit: 'binary' }),
      ),
      hostileJson,
    );
    const some = fc.array(fc.oneof(...fields, unknown), { maxLength: 5 });
    const text = some.map(
      (pairs) => `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
    );
    await fc.assert(
      fc.asyncProperty(text, (json) => write(route, json)),
      settings,
    );
  });

  it('is refused when it is no object, and when it is no JSON', async () => {
    const broken = fc.oneof(
      hostileJson.filter((json) => !json.startsWith('{')),
      fc.constantFrom('{', '{"a":}', "{'a':1}", '{"a":1}{}', 'undefined', 'NaN', '\u0000', '{"a":"\u0001"}'),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (json) => {
        const path = route.path.replace(':id', await target(route));
        expect((await ask(route, path, json)).status).toBe(400);
      }),
      settings,
    );
  });
});

it.each(routesWith(() => true))('%s holds to the rules whatever its query is', async (_name, route) => {
  const parameters = (operationOf(route).parameters ?? []).filter((parameter) => parameter.in === 'query');
  const pair = fc.oneof(
    ...parameters.map(({ name, schema }) =>
      fc.tuple(fc.constant(name), addressPartFor(rightFor(schema, resolve, known))),
    ),
    fc.tuple(
      addressPartFor(fc.constantFrom('limit', 'filters', 'populate[a]')),
      addressPartFor(fc.constant('1')),
    ),
  );
  const query = fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.map((own) => own.join('=')).join('&'));
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      await forgetRecords(server);
      const path = route.path.replace(':id', await target(route));
      const stored = await everything();
      const answer = await ask(
        route,
        `${path}?${text}`,
        route.body && JSON.stringify(LEAST[route.action]?.() ?? {}),
      );
      if (answer.status >= 400 || route.method === 'GET') expect(await everything()).toBe(stored);
    }),
    settings,
  );
});

it.each(routesWith(({ path }) => path.includes(':id')))(
  '%s finds nothing by any other id',
  async (_name, route) => {
    await forgetRecords(server);
    await target(route);
    const stored = await everything();
    await fc.assert(
      fc.asyncProperty(addressPartFor(fc.constantFrom(...known, 'none')), async (id) => {
        const path = route.path.replace(':id', id === '' ? '%20' : id);
        const answer = await ask(route, path, route.body && JSON.stringify(LEAST[route.action]?.() ?? {}));
        expect([400, 404, 405]).toContain(answer.status);
        expect(await everything()).toBe(stored);
      }),
      settings,
    );
  },
);

import { PANEL_ROUTES } from '../../src/plugins/work-tracking/server/src/panel/routes';
import type { Route } from '../../src/plugins/work-tracking/server/src/v1/endpoint';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { logInAdmin, newAdminToken, newColleague, registerAdmin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { HOST } from '../support/host';
import { startServer, type OwnServer } from '../support/server';
import { strapiToken } from '../support/tokens';
import { newUser } from '../support/users';

// Every route that there is, and every kind of caller: who gets in, and who does not.

/** The kinds of callers. */
const CALLERS = [
  'nobody',
  'a wrong token',
  "A's token",
  "A's read-only token",
  "B's token",
  "B's token of full access",
  'an unbound token',
  "A's user with every action",
  "A's user without actions",
  'an administrator with every permission',
  'an administrator without permissions',
  "an administrator's token",
  'the metrics token',
] as const;
type Caller = (typeof CALLERS)[number];

const ADMINS: readonly Caller[] = [
  'an administrator with every permission',
  'an administrator without permissions',
  "an administrator's token",
];
/** Those whom no content API knows. */
const STRANGERS: readonly Caller[] = ['a wrong token', ...ADMINS, 'the metrics token'];

let server: OwnServer;
let api: Api;
const bearers = {} as Record<Caller, string>;

beforeAll(async () => {
  const env = { ...builtWith({ ...HOST, server: { mcp: { enabled: true } } }), METRICS_TOKEN: 'metrics' };
  server = await startServer({ env });
  const admin = await registerAdmin(server);
  api = await newProject(server);
  const b = await newProject(server);
  const actions: string[] = await server.run(
    (strapi) => strapi.plugin('work-tracking').service('tokens').actions,
  );
  const anyToken = ROUTES.filter(({ isForAnyToken }) => isForAnyToken).map(
    ({ action }) => `plugin::work-tracking.v1-${action}`,
  );
  const colleague = await newColleague(server, admin, []);
  Object.assign(bearers, {
    nobody: '',
    'a wrong token': 'f'.repeat(256),
    "A's token": api.token,
    "A's read-only token": (await tokenFor(server, api.projectKey, { access: 'read-only' })).token,
    "B's token": b.token,
    "B's token of full access": (await strapiToken(server, b.projectKey, { type: 'full-access' })).accessKey,
    'an unbound token': (await strapiToken(server, null, { type: 'custom', permissions: actions })).accessKey,
    "A's user with every action": (await newUser(server, api.projectKey, [...actions, ...anyToken])).jwt,
    "A's user without actions": (await newUser(server, api.projectKey, [])).jwt,
    'an administrator with every permission': bearerOf(await logInAdmin(server)),
    'an administrator without permissions': bearerOf(colleague),
    "an administrator's token": await newAdminToken(admin),
    'the metrics token': 'metrics',
  } satisfies Record<Caller, string>);
});
afterAll(() => server.destroy());

/** The token that a client of the panel's API sends. */
const bearerOf = (client: { get(path: string): object }): string =>
  (client.get('/admin/init') as { header: { Authorization: string } }).header.Authorization.slice(
    'Bearer '.length,
  );

const statusFor = async (caller: Caller, method: string, path: string, body?: object): Promise<number> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(bearers[caller] && { Authorization: `Bearer ${bearers[caller]}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      Accept: 'application/json, text/event-stream',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
};

/** The status that every caller gets, by one request each. */
async function statuses(ask: (caller: Caller) => Promise<number>): Promise<Record<Caller, number>> {
  const seen = {} as Record<Caller, number>;
  for (const caller of CALLERS) seen[caller] = await ask(caller);
  return seen;
}

/** @returns one status for each caller */
const expected = (rule: (caller: Caller) => number): Record<Caller, number> =>
  Object.fromEntries(CALLERS.map((caller) => [caller, rule(caller)])) as Record<Caller, number>;

interface V1Row {
  /** The status for a caller who may. */
  allowed: number;
  body?: object;
  /** Only its author may: A's token makes it. */
  isOfAuthor?: boolean;
  /** Makes a record of A that the path's `:id` names, for one request that is not refused. */
  target?: () => Promise<string>;
}

/** Nobody listens there: deliveries wait to be tried again. */
const NOBODY = 'http://127.0.0.1:9/';

/** Of few events, so that not every write has a delivery for each of them. */
const QUIET = { event_types: ['decision.resolved'] };

const ticket = async () => (await fileTicket(api)).id as string;
const decision = async () => (await fileDecision(api)).id as string;
const comment = async () =>
  (await api.post(`/tickets/${await ticket()}/comments`, { body: 'C' })).body.comment.id as string;
const subscription = async () => (await subscribe(api, NOBODY, QUIET)).id as string;
const delivery = async () =>
  (await api.post(`/webhooks/subscriptions/${await subscription()}/test`)).body.delivery.id as string;
const PERIOD = { state: 'dead', since: '2020-01-01T00:00:00.000Z' };
const resend = async () =>
  (await api.post(`/webhooks/subscriptions/${await subscription()}/resend`, PERIOD)).body.resend.id as string;

const V1: Record<string, V1Row> = {
  'GET /tickets': { allowed: 200 },
  'POST /tickets': { allowed: 201, body: { title: 'T' } },
  'GET /tickets/:id': { allowed: 200, target: ticket },
  'PATCH /tickets/:id': { allowed: 200, target: ticket, body: { title: 'T' } },
  'DELETE /tickets/:id': { allowed: 200, target: ticket },
  'GET /decisions': { allowed: 200 },
  'POST /decisions': { allowed: 400, body: { title: 'T' } },
  'GET /decisions/:id': { allowed: 200, target: decision },
  'PATCH /decisions/:id': { allowed: 200, target: decision, body: { title: 'T' } },
  'DELETE /decisions/:id': { allowed: 200, target: decision },
  'POST /decisions/:id/resolve': { allowed: 200, target: decision, body: { status: 'approved' } },
  'GET /tickets/:id/comments': { allowed: 200, target: ticket },
  'POST /tickets/:id/comments': { allowed: 201, target: ticket, body: { body: 'C' } },
  'GET /decisions/:id/comments': { allowed: 200, target: decision },
  'POST /decisions/:id/comments': { allowed: 201, target: decision, body: { body: 'C' } },
  'PATCH /comments/:id': { allowed: 200, target: comment, body: { body: 'D' }, isOfAuthor: true },
  'DELETE /comments/:id': { allowed: 200, target: comment, isOfAuthor: true },
  'GET /changes': { allowed: 200 },
  'GET /people': { allowed: 200 },
  'GET /webhooks/subscriptions': { allowed: 200 },
  'POST /webhooks/subscriptions': { allowed: 400, body: {} },
  'DELETE /webhooks/subscriptions/:id': { allowed: 200, target: subscription },
  'POST /webhooks/subscriptions/:id/test': { allowed: 202, target: subscription },
  'POST /webhooks/subscriptions/:id/resend': { allowed: 202, target: subscription, body: PERIOD },
  'GET /webhooks/deliveries': { allowed: 200 },
  'GET /webhooks/deliveries/:id': { allowed: 200, target: delivery },
  'POST /webhooks/deliveries/:id/resend': { allowed: 409, target: delivery },
  'GET /webhooks/resends/:id': { allowed: 200, target: resend },
  'GET /me': { allowed: 200 },
  'GET /workflow': { allowed: 200 },
  'GET /webhooks/event-types': { allowed: 200 },
};

function v1Status(caller: Caller, { action, isForAnyToken, path }: Route, row: V1Row): number {
  if (caller === 'nobody' || STRANGERS.includes(caller)) return 401;
  if (caller === 'an unbound token' || caller === "A's user without actions") return 403;
  if (caller === "A's read-only token" && !isForAnyToken && !/\.find(One)?$/.test(action)) return 403;
  // A's record is to B as one that never was.
  if (caller.startsWith("B's") && path.includes(':id')) return 404;
  return row.isOfAuthor && caller !== "A's token" ? 403 : row.allowed;
}

describe('v1', () => {
  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (name, route) => {
      const row = V1[name];
      if (!row) throw new Error(`${name} is not in this table.`);
      const wanted = expected((caller) => v1Status(caller, route, row));
      // Whoever is refused leaves it to the next one.
      const kept = (await row.target?.()) ?? '';
      const seen = await statuses(async (caller) => {
        const id = row.target && wanted[caller] === row.allowed ? await row.target() : kept;
        return statusFor(caller, route.method, `/api/v1${route.path.replace(':id', id)}`, row.body);
      });
      expect(seen).toEqual(wanted);
    },
  );
});

describe("the panel's routes", () => {
  it.each(PANEL_ROUTES.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    const seen = await statuses((caller) =>
      statusFor(
        caller,
        method,
        `/work-tracking${path.replace(':id', '0')}`,
        method === 'GET' ? undefined : {},
      ),
    );
    for (const caller of CALLERS) {
      const isIn = caller === ADMINS[0] || caller === ADMINS[2];
      const wanted = isIn ? [200, 400, 404] : [caller === ADMINS[1] ? 403 : 401];
      expect([caller, wanted.includes(seen[caller]), seen[caller]]).toEqual([caller, true, seen[caller]]);
    }
  });
});

/** The description, to those who show no token or one of a project, and its page with the files that it loads. */
const FOR_ALL = ['/openapi.json', '/docs'];

describe('what else there is', () => {
  it.each(FOR_ALL)('%s answers everybody', async (path) => {
    expect(await statuses((caller) => statusFor(caller, 'GET', `/api/v1${path}`))).toEqual(
      expected((caller) => {
        if (path === '/docs') return 200;
        if (STRANGERS.includes(caller)) return 401;
        return caller === 'an unbound token' ? 403 : 200;
      }),
    );
  });

  it('metrics answer their own token alone', async () => {
    expect(await statuses((caller) => statusFor(caller, 'GET', '/api/work-tracking/metrics'))).toEqual(
      expected((caller) => (caller === 'the metrics token' ? 200 : 401)),
    );
  });

  it.each([
    ['GET', '', undefined, 200],
    ['GET', '?populate=tickets', undefined, 200],
    ['GET', '?filters[tickets][title]=T', undefined, 400],
    ['POST', '', { data: { name: 'N' } }, 201],
    ['POST', '', { data: { name: 'N', tickets: [] } }, 400],
  ] as const)("a type of the application's: %s /api/customers%s %j", async (method, query, body, ofB) => {
    const seen = await statuses((caller) => statusFor(caller, method, `/api/customers${query}`, body));
    expect(seen).toEqual(
      expected((caller) => {
        if (STRANGERS.includes(caller)) return 401;
        return caller === "B's token of full access" ? ofB : 403;
      }),
    );
  });

  it('GraphQL knows no ticket, whoever asks', async () => {
    const query = { query: '{ workTrackingTickets { title } }' };
    expect(await statuses((caller) => statusFor(caller, 'POST', '/graphql', query))).toEqual(
      expected((caller) => (STRANGERS.includes(caller) ? 401 : 400)),
    );
  });

  it("Strapi's MCP server answers administrators' tokens alone", async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect(await statuses((caller) => statusFor(caller, 'POST', '/mcp', list))).toEqual(
      expected((caller) => (caller === "an administrator's token" ? 200 : 401)),
    );
  });
});

it('has every route of the plugin that is served', async () => {
  const served = await server.run((strapi) =>
    [strapi.server.api('content-api'), strapi.server.api('admin')].flatMap((routers) =>
      (routers.listRoutes() as unknown as { path: string; methods: string[] }[])
        .filter(({ path }) => /^\/api\/v1(\/|$)|work-tracking/.test(path))
        .flatMap(({ path, methods }) =>
          methods
            .filter((method) => method !== 'HEAD')
            .map((method) => `${method} ${path.replace(/^(\/api\/v1\/docs)\/.*/, '$1')}`),
        ),
    ),
  );
  const inTables = [
    ...Object.keys(V1).map((name) => name.replace(' ', ' /api/v1')),
    ...PANEL_ROUTES.map(({ method, path }) => `${method} /work-tracking${path}`),
    ...FOR_ALL.map((path) => `GET /api/v1${path}`),
    'GET /api/work-tracking/metrics',
  ];
  expect([...new Set(served)].sort()).toEqual([...new Set(inTables)].sort());
});

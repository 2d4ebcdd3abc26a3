import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_TYPES, PING, SENT_EVENT_TYPES } from '../../src/plugins/work-tracking/domain/events';
import { DEFAULT_TICKET_MOVES } from '../../src/plugins/work-tracking/domain/ticket';
import { fileDecision, fileTicket, newProject, subscribe, ticketIn, v1 } from '../support/api';
import { withPluginConfig } from '../support/configured';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer, startServer } from '../support/server';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

const DAY_MS = 24 * 60 * 60 * 1000;

/** Reduces a token to one from before these routes existed: custom, with actions on records only. */
const leaveOnly = (api: { token: string }, actions: string[]) =>
  server.run(
    async (strapi, given) => {
      const service = strapi.service('admin::api-token-content-api') as unknown as {
        hash: (accessKey: string) => string;
        update: (id: number, change: object) => Promise<unknown>;
      };
      const token = await strapi.db
        .query('admin::api-token')
        .findOne({ where: { accessKey: service.hash(given.token) } });
      await service.update(token.id, { type: 'custom', permissions: given.actions });
    },
    { token: api.token, actions },
  );

describe('GET /me', () => {
  it('tells the project, the token and its limits', async () => {
    const before = Date.now();
    const api = await newProject(server, { venture: 'acme', name: 'The importer', days: 3 });
    const { body } = await api.get('/me').expect(200);
    expect(body).toEqual({
      version: 'v1',
      project: {
        tenant_id: api.tenantId,
        project_key: api.projectKey,
        venture_key: 'acme',
        name: api.projectKey,
      },
      token: {
        type: 'api_token',
        name: 'The importer',
        scopes: expect.arrayContaining(['ticket.find', 'ticket.create', 'webhook-delivery.resend']),
        expires_at: expect.any(String),
      },
      limits: {
        reads_per_minute: 6000,
        writes_per_minute: 2400,
        page_size: 100,
        page_bytes: 4 * 1024 * 1024,
        body_bytes: 1024 * 1024,
        record_bytes: 1024 * 1024,
        labels: 20,
        content: 20,
        comment_length: 64_000,
        wait_seconds: 25,
        waiting_requests: 50,
        idempotency_key_length: 255,
        idempotency_retention_hours: 24,
        subscriptions: 100,
      },
    });
    const expiry = new Date(body.token.expires_at).getTime();
    expect(expiry).toBeGreaterThanOrEqual(before + 3 * DAY_MS);
    expect(expiry).toBeLessThanOrEqual(Date.now() + 3 * DAY_MS);
  });

  it('tells a read-only token the reads alone, and null for no expiry and no limit', async () => {
    const unlimited = await startServer({ env: { RATE_LIMIT_READS_PER_MINUTE: '0' } });
    try {
      const reader = await newProject(unlimited, { access: 'read-only' });
      const { token, limits } = (await reader.get('/me').expect(200)).body;
      expect(token.expires_at).toBeNull();
      expect(token.scopes).toContain('decision.findOne');
      expect(token.scopes.filter((scope: string) => !/\.find(One)?$/.test(scope))).toEqual([]);
      expect(limits).toMatchObject({ reads_per_minute: null, writes_per_minute: 2400 });
    } finally {
      await unlimited.destroy();
    }
  });

  it('answers a token that was issued before there was this route, with what it holds', async () => {
    const api = await newProject(server);
    await leaveOnly(api, ['plugin::work-tracking.v1-ticket.find']);
    expect((await api.get('/me').expect(200)).body.token.scopes).toEqual(['ticket.find']);
    await api.get('/workflow').expect(200);
    await api.get('/webhooks/event-types').expect(200);
    await api.get('/decisions').expect(403);
  });

  it.each(['/me', '/workflow', '/webhooks/event-types'])(
    '%s needs a valid token of a project',
    async (path) => {
      await v1(server, '').get(path).expect(401);
      const accessKey = await server.run(async (strapi, name) => {
        const token = await strapi
          .service('admin::api-token-content-api')
          .create({ name, kind: 'content-api', type: 'full-access', lifespan: null });
        return token.accessKey as string;
      }, `Unbound ${path}`);
      expect((await v1(server, accessKey).get(path).expect(403)).body.error).toBe('project_not_assigned');
    },
  );
});

describe('GET /workflow', () => {
  it('tells every status, its category, and the moves', async () => {
    const api = await newProject(server);
    const { body } = await api.get('/workflow').expect(200);
    expect(body).toEqual({
      version: 'v1',
      initial_status: 'open',
      statuses: [
        { name: 'open', category: 'todo' },
        { name: 'in_progress', category: 'started' },
        { name: 'blocked', category: 'started' },
        { name: 'in_review', category: 'started' },
        { name: 'done', category: 'done' },
        { name: 'cancelled', category: 'cancelled' },
      ],
      categories: ['todo', 'started', 'done', 'cancelled'],
      moves: DEFAULT_TICKET_MOVES,
    });
    const ticket = await fileTicket(api);
    for (const to of body.moves.open as string[]) {
      const { id } = await ticketIn(api, 'open');
      await api.patch(`/tickets/${id}`, { status: to }).expect(200);
    }
    await api.patch(`/tickets/${ticket.id}`, { status: 'done' }).expect(409);
  });

  it('tells the moves that are in force', async () => {
    const moves = { open: ['done'], done: ['open'] };
    const configured = await startServer({ env: withPluginConfig({ moves }) });
    try {
      const { body } = await (await newProject(configured)).get('/workflow').expect(200);
      expect(body.moves).toEqual(moves);
    } finally {
      await configured.destroy();
    }
  });
});

describe('GET /webhooks/event-types', () => {
  it('gives each type a JSON Schema that stands on its own, and that its events keep to', async () => {
    const api = await newProject(server);
    const { event_types: types } = (await api.get('/webhooks/event-types').expect(200)).body;
    expect(types.map(({ type }: { type: string }) => type)).toEqual([...SENT_EVENT_TYPES]);
    expect(
      types
        .filter(({ is_subscribable: isSubscribable }: { is_subscribable: boolean }) => isSubscribable)
        .map(({ type }: { type: string }) => type),
    ).toEqual([...EVENT_TYPES]);

    const receiver = await startReceiver();
    const subscription = await subscribe(api, receiver.url);
    const ticket = await fileTicket(api);
    await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(200);
    const decision = await fileDecision(api);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'yes' }).expect(200);
    await api.post(`/webhooks/subscriptions/${subscription.id}/test`).expect(202);
    await receiver.until(1, ({ body }) => body.event === PING);
    const received = await receiver.until(8);

    for (const { type, schema } of types) {
      const ajv = addFormats(new Ajv2020({ strict: true, allErrors: true, discriminator: true }));
      const validate = ajv.compile(schema);
      const events = received.filter(({ body }) => body.event === type);
      expect([type, events.length > 0]).toEqual([type, true]);
      for (const { body } of events) expect([validate(body), validate.errors]).toEqual([true, null]);
      expect(validate({ ...events[0]!.body, id: 'x' })).toBe(false);
      expect(validate({ ...events[0]!.body, data: {} })).toBe(false);
    }
    await receiver.close();
  });
});

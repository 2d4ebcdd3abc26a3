import { collection, registerAdmin } from '../support/admin';
import { fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { startServer, type OwnServer } from '../support/server';

const LIMIT = 3;
/** More than a statement of any database has rows or values for. */
const MANY = 10_500;
const BODY = { url: 'http://127.0.0.1:9/hook', secret: 'a secret', event_types: ['ticket.created'] };

let server: OwnServer;
beforeAll(async () => {
  server = await startServer({ env: { MAX_SUBSCRIPTIONS_PER_PROJECT: String(LIMIT) } });
});
afterAll(() => server.destroy());

/** Copies a subscription in the table until there are `count` like it, all of them inactive. */
const multiply = (id: string, count: number, eventTypes: string[]) =>
  server.run(
    async (strapi, order) => {
      const table = () => strapi.db.connection('work_tracking_webhook_subscriptions');
      await table().where({ document_id: order.id }).update({ active: false });
      const { id: _own, ...row } = await table().where({ document_id: order.id }).first();
      const copies = Array.from({ length: order.count - 1 }, (_, index) => ({
        ...row,
        // Some drivers have parsed it.
        event_types: JSON.stringify(order.eventTypes),
        document_id: `${order.id}-${index}`,
      }));
      await strapi.db.connection.batchInsert('work_tracking_webhook_subscriptions', copies, 400);
    },
    { id, count, eventTypes },
  );

/** How many deliveries are held of the events about this record or token. */
const heldAbout = (id: string) =>
  server.run(
    (strapi, targetId) =>
      strapi.db.query('plugin::work-tracking.webhook-delivery').count({ where: { state: 'held', targetId } }),
    id,
  );

const subscriptionsOf = async (api: Api) =>
  (await api.get('/webhooks/subscriptions').expect(200)).body.subscriptions.length;

it(`a project with ${MANY} subscriptions to one type: every change of it succeeds`, async () => {
  const api = await newProject(server);
  const event_types = ['ticket.created', 'audit.event'];
  const { id } = await subscribe(api, BODY.url, { event_types });
  await multiply(id, MANY, event_types);
  const ticket = await fileTicket(api);
  expect(await heldAbout(ticket.id)).toBe(2 * MANY);
  const { token } = await tokenFor(server, api.projectKey);
  const revoked = await server.run(async (strapi, accessKey) => {
    const tokens = strapi.service('admin::api-token-content-api');
    const { id: row } = await strapi.db
      .query('admin::api-token')
      .findOne({ where: { accessKey: tokens.hash(accessKey) } });
    await tokens.revoke(row);
    return String(row);
  }, token);
  // Its issue, and its revocation.
  expect(await heldAbout(revoked)).toBe(2 * MANY);
  await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
  expect(await heldAbout(id)).toBe(MANY - 1);
});

describe(`a project has ${LIMIT} subscriptions at most`, () => {
  const LIMITED = { status: 409, body: { error: 'subscription_limit', limit: LIMIT } };

  it('in the API, in the panel and in code; each that is deleted makes room', async () => {
    const api = await newProject(server);
    const admin = await registerAdmin(server);
    for (let count = 0; count < LIMIT; count += 1) await subscribe(api, BODY.url);
    expect(await api.post('/webhooks/subscriptions', BODY)).toMatchObject(LIMITED);
    const form = {
      url: BODY.url,
      newSecret: 'a secret',
      eventTypes: BODY.event_types,
      project: api.tenantId,
    };
    const refused = await admin.post(collection('webhook-subscription'), form).expect(400);
    expect(refused.body.error).toMatchObject({
      message: 'The project has as many webhook subscriptions as it may have.',
      details: { code: 'subscription_limit', limit: LIMIT },
    });
    const inCode = server.run(async (strapi, key) => {
      const project = await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } });
      const data = {
        url: 'http://127.0.0.1:9',
        secret: 's',
        eventTypes: ['audit.event'],
        project: project.id,
      };
      await strapi.db.query('plugin::work-tracking.webhook-subscription').create({ data });
    }, api.projectKey);
    await expect(inCode).rejects.toThrow('as many webhook subscriptions as it may have');
    expect(await subscriptionsOf(api)).toBe(LIMIT);

    const { subscriptions } = (await api.get('/webhooks/subscriptions')).body;
    await api.delete(`/webhooks/subscriptions/${subscriptions[0].id}`).expect(200);
    await admin.post(collection('webhook-subscription'), form).expect(201);
    expect(await api.post('/webhooks/subscriptions', BODY)).toMatchObject(LIMITED);
    await subscribe(await newProject(server), BODY.url);
    expect((await api.get('/me')).body.limits.subscriptions).toBe(LIMIT);
  });

  it('of several that are made at once, as many as there is room for', async () => {
    const api = await newProject(server);
    await subscribe(api, BODY.url);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => (await api.post('/webhooks/subscriptions', BODY)).status),
    );
    expect(answers.sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect(await subscriptionsOf(api)).toBe(LIMIT);
  });

  it('one that has more keeps them, and gets no other', async () => {
    const api = await newProject(server);
    const { id } = await subscribe(api, BODY.url);
    await multiply(id, LIMIT + 2, ['ticket.created']);
    expect(await api.post('/webhooks/subscriptions', BODY)).toMatchObject(LIMITED);
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    expect(await api.post('/webhooks/subscriptions', BODY)).toMatchObject(LIMITED);
    expect(await subscriptionsOf(api)).toBe(LIMIT + 1);
  });
});

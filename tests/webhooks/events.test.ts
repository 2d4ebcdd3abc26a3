import { createHmac } from 'node:crypto';
import { verify } from '@octokit/webhooks-methods';
import { validate as isUuid, version as uuidVersion } from 'uuid';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let receiver: Receiver;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
beforeEach(async () => {
  receiver = await startReceiver();
  api = await newProject(server, { venture: 'acme' });
});
afterEach(() => receiver.close());

const auditOf = (action: string) => (received: Received) => received.body.data.action === action;

describe('the delivery (specification 7.1)', () => {
  it('carries the body and the headers, and is signed over the exact bytes', async () => {
    const secret = 'Schlüssel 🔑';
    await subscribe(api, receiver.url, { secret, event_types: ['ticket.created'] });
    const ticket = await fileTicket(api, { title: 'Grüße 👋', body: '„Ünïcödé“ \u2028 日本語 🧑‍🚀' });
    const [delivery] = await receiver.until(1);
    const { raw, headers, body, method, path } = delivery!;

    expect([method, path]).toEqual(['POST', '/hook']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'ticket.created',
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
      'content-length': String(raw.length),
    });
    expect(await verify(secret, raw.toString('utf8'), headers['x-service-signature'] as string)).toBe(true);
    expect(await verify('another', raw.toString('utf8'), headers['x-service-signature'] as string)).toBe(
      false,
    );
    expect(body).toEqual({
      event: 'ticket.created',
      id: expect.any(String),
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      tenant_id: api.tenantId,
      data: ticket,
    });
    expect(isUuid(body.id) && uuidVersion(body.id)).toBe(7);
  });

  it('carries the headers of Standard Webhooks', async () => {
    const secret = `whsec_${Buffer.from('a key that is all its own').toString('base64')}`;
    await subscribe(api, receiver.url, { secret, event_types: ['ticket.created'] });
    await fileTicket(api);
    const [{ headers, raw, body }] = (await receiver.until(1)) as [Received];
    const timestamp = headers['webhook-timestamp'] as string;
    expect(headers['webhook-id']).toBe(body.id);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const expected = createHmac('sha256', 'a key that is all its own')
      .update(`${body.id}.${timestamp}.${raw.toString('utf8')}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
    );
  });

  it('is the same event, byte by byte, for every subscription that lists its type', async () => {
    await subscribe(api, `${receiver.url}/one`, { event_types: ['ticket.created'] });
    await subscribe(api, `${receiver.url}/two`, { event_types: ['ticket.updated', 'ticket.created'] });
    await subscribe(api, `${receiver.url}/other`, { event_types: ['decision.resolved'] });
    const other = await newProject(server);
    await subscribe(other, `${receiver.url}/other-project`);
    await receiver.until(0);
    const ticket = await fileTicket(api);
    await api.patch(`/tickets/${ticket.id}`, { title: 'Last' }).expect(200);
    const updated = await receiver.until(1, ({ body }) => body.event === 'ticket.updated');
    const created = await receiver.until(2, ({ body }) => body.event === 'ticket.created');
    expect(created[0]!.raw.equals(created[1]!.raw)).toBe(true);
    expect(created.map(({ path }) => path).sort()).toEqual(['/hook/one', '/hook/two']);
    expect(updated.map(({ path }) => path)).toEqual(['/hook/two']);
    expect(receiver.received).toHaveLength(3);
  });
});

describe('what each event tells (specification 6)', () => {
  it('ticket.updated: the record and what changed', async () => {
    await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
    const before = await fileTicket(api);
    const { body: answer } = await api
      .patch(`/tickets/${before.id}`, { status: 'in_progress', frontmatter: { a: 1 } })
      .expect(200);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const { changes, ...record } = body.data;
    expect(record).toEqual(answer.ticket);
    expect(changes).toEqual({
      status: { from: 'open', to: 'in_progress' },
      frontmatter: { from: {}, to: { a: 1 } },
      version: { from: 1, to: 2 },
      synced_at: { from: before.synced_at, to: answer.ticket.synced_at },
      updated_at: { from: before.updated_at, to: answer.ticket.updated_at },
    });
  });

  it('decision.resolved: the record', async () => {
    await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
    const decision = await fileDecision(api);
    const { body: answer } = await api
      .post(`/decisions/${decision.id}/resolve`, { status: 'go' })
      .expect(200);
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(body.data).toEqual(answer.decision);
  });

  it('audit.event: every effective write, and each kept as an entry', async () => {
    await subscribe(api, receiver.url, { event_types: ['audit.event'] });
    const ticket = await fileTicket(api);
    await api.patch(`/tickets/${ticket.id}`, { title: 'New' }).expect(200);
    await api.patch(`/tickets/${ticket.id}`, { title: 'New' }).expect(200);
    await api.delete(`/tickets/${ticket.id}`).expect(200);
    const decision = await fileDecision(api);
    await api.patch(`/decisions/${decision.id}`, { title: 'New' }).expect(200);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'go' }).expect(200);
    await api.delete(`/decisions/${decision.id}`).expect(200);
    const second = await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
    await api.delete(`/webhooks/subscriptions/${second.id}`).expect(200);

    const expected = [
      ['ticket.created', 'ticket', ticket.id],
      ['ticket.updated', 'ticket', ticket.id],
      ['ticket.deleted', 'ticket', ticket.id],
      ['decision.created', 'decision', decision.id],
      ['decision.updated', 'decision', decision.id],
      ['decision.resolved', 'decision', decision.id],
      ['decision.deleted', 'decision', decision.id],
      ['subscription.created', 'subscription', second.id],
      ['subscription.deleted', 'subscription', second.id],
    ];
    const received = await receiver.until(expected.length);
    const told = received
      .sort((a, b) => a.body.id.localeCompare(b.body.id))
      .map(({ body: { data } }) => [data.action, data.target?.type, data.target?.id]);
    expect(told).toEqual(expected);
    for (const { body } of received) {
      expect(body.data).toEqual({
        id: expect.any(String),
        project_key: api.projectKey,
        venture_key: 'acme',
        action: expect.any(String),
        actor: { type: 'api_token', id: expect.any(String), name: expect.stringContaining(api.projectKey) },
        target: { type: expect.any(String), id: expect.any(String) },
        at: body.ts,
      });
    }
    const entries = await server.run(
      (strapi, key) =>
        strapi.db
          .query('plugin::work-tracking.audit-entry')
          .findMany({ where: { projectKey: key }, orderBy: { id: 'asc' } }) as Promise<
          Record<string, string>[]
        >,
      api.projectKey,
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'token.issued',
      'subscription.created',
      ...expected.map(([action]) => action),
    ]);
    expect(entries.slice(2).map(({ documentId }) => documentId)).toEqual(
      received.map(({ body }) => body.data.id),
    );
  });

  it('a subscription does not hear of its own creation', async () => {
    await subscribe(api, receiver.url);
    await fileTicket(api);
    const received = await receiver.until(2);
    expect(received.map(({ body }) => body.data.action ?? body.event).sort()).toEqual([
      'ticket.created',
      'ticket.created',
    ]);
  });

  it('tells the project of tokens', async () => {
    await subscribe(api, receiver.url, { event_types: ['audit.event'] });
    const id = await server.run(async (strapi, key) => {
      await strapi
        .plugin('work-tracking')
        .service('tokens')
        .issue({ project: key, name: `${key} extra` });
      const tokens = strapi.service('admin::api-token-content-api');
      const token = await tokens.getByName(`${key} extra`);
      await tokens.revoke(token.id);
      return String(token.id);
    }, api.projectKey);
    const [issued] = await receiver.until(1, auditOf('token.issued'));
    const [revoked] = await receiver.until(1, auditOf('token.revoked'));
    for (const event of [issued, revoked]) {
      expect(event!.body.data).toMatchObject({
        target: { type: 'token', id },
        actor: { type: 'system', id: 'system', name: 'system' },
      });
    }
  });
});

import { readFileSync } from 'node:fs';
import type { Core } from '@strapi/types';
import supertest from 'supertest';
import { API_ERRORS } from '../../src/plugins/work-tracking/domain/errors';
import {
  asDescribed,
  fileDecision,
  fileTicket,
  newProject,
  subscribe,
  ticketIn,
  tokenFor,
  v1,
  type Api,
} from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { expectError, rawRequest } from '../support/errors';
import { holdTicket } from '../support/held-ticket';
import { sharedServer, startServer, type OwnServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;
/** With limits, and rules of its own, that no other test may meet. */
let strict: OwnServer;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
  const limits = { RATE_LIMIT_READS_PER_MINUTE: '2', RATE_LIMIT_WRITES_PER_MINUTE: '2' };
  strict = await startServer({ env: { ...limits, REQUIRE_IF_MATCH: 'true' } });
});
afterAll(async () => {
  await server.release();
  await strict.destroy();
});
const SUBSCRIPTION = { url: 'http://a.example', secret: 's' };

describe('every error code (specification 8)', () => {
  const raw = (method: 'post' | 'patch', path: string, type: string, body: string) =>
    asDescribed(server, rawRequest({ server, api, method, path, type, body }), path);

  it('validation_failed', () =>
    expectError('validation_failed', api.post('/tickets', {}), {
      details: [{ path: 'title', code: 'required', message: 'title is required.' }],
    }));

  it('unknown_status, in a body and in filters', async () => {
    const ticket = await fileTicket(api);
    const valid = { valid_statuses: ['open', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled'] };
    await expectError('unknown_status', api.patch(`/tickets/${ticket.id}`, { status: 'new' }), valid);
    await expectError('unknown_status', api.patch(`/tickets/${ticket.id}`, { status: '' }), valid);
    await expectError('unknown_status', api.get('/tickets?status=new'), valid);
    await expectError('unknown_status', api.get('/decisions?status=done'), {
      valid_statuses: ['open', 'resolved'],
    });
  });

  it('unknown_event_type', () =>
    expectError(
      'unknown_event_type',
      api.post('/webhooks/subscriptions', { ...SUBSCRIPTION, event_types: ['ticket.gone'] }),
      { valid_event_types: ['ticket.created', 'ticket.updated', 'decision.resolved', 'audit.event'] },
    ));

  it('unknown_option', async () => {
    const decision = await fileDecision(api, { frontmatter: { options: [{ id: 'a', title: 'A' }] } });
    const resolved = api.post(`/decisions/${decision.id}/resolve`, { status: 'x', option_id: 'b' });
    await expectError('unknown_option', resolved, { valid_options: ['a'] });
  });

  it('invalid_cursor', () => expectError('invalid_cursor', api.get('/tickets?cursor=abc')));

  it.each(['{"title":', '{"title": "a",}', "{'title': 'a'}", 'title=a', '{"title":"a"}{}'])(
    'invalid_json for %s',
    (text) =>
      expectError('invalid_json', raw('post', '/tickets', 'application/json', text)).then(() => undefined),
  );

  it.each(['"text"', '7', 'true', 'null', '[]', '[{"title":"a"}]'])(
    'validation_failed for the JSON %s',
    (text) =>
      expectError('validation_failed', raw('post', '/tickets', 'application/json', text), {
        details: [{ path: '', code: 'invalid_type', message: expect.any(String) }],
      }).then(() => undefined),
  );

  it('refused, by a rule of the application', async () => {
    const mine = await newProject(strict);
    await strict.run((strapi) => {
      strapi.db.lifecycles.subscribe({
        models: ['plugin::work-tracking.ticket'],
        beforeCreate({ params }) {
          if (params.data.title !== 'On a Friday') return;
          // As those of http-errors are.
          throw Object.assign(new Error('Not on a Friday.'), { status: 400, expose: true });
        },
      });
    });
    await expectError('refused', mine.post('/tickets', { title: 'On a Friday' }));
  });

  it('unauthorized', async () => {
    for (const bearer of ['', 'wrong', 'a.b.c', api.token.slice(1)]) {
      const headers = await expectError('unauthorized', v1(server, bearer).get('/tickets'));
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    const basic = supertest(`${server.url}/api/v1`).get('/tickets');
    void basic.set('Authorization', `Basic ${api.token}`);
    await expectError('unauthorized', asDescribed(server, basic, '/tickets'));
  });

  it('insufficient_scope, before the record is looked for', async () => {
    const reader = await newProject(server, { access: 'read-only' });
    await expectError('insufficient_scope', reader.patch('/tickets/abcdefghijklmnopqrstuvwx', {}));
    await expectError('insufficient_scope', reader.post('/tickets', {}));
  });

  it('not_author', async () => {
    const { body } = await api.post(`/tickets/${(await fileTicket(api)).id}/comments`, { body: 'Mine' });
    const colleague = await tokenFor(server, api.projectKey);
    await expectError('not_author', colleague.delete(`/comments/${body.comment.id}`));
  });

  it('project_not_assigned', async () => {
    const accessKey = await server.run(async (strapi) => {
      const token = await strapi
        .service('admin::api-token-content-api')
        .create({ name: 'Unbound', kind: 'content-api', type: 'full-access', lifespan: null });
      return token.accessKey as string;
    });
    await expectError('project_not_assigned', v1(server, accessKey).get('/tickets'));
  });

  it.each([
    '',
    '/nothing',
    '/tickets/a/b',
    '/decisions/a/resolve/b',
    '/webhooks',
    '/webhooks/subscriptions/a/b',
  ])('not_found at %j, with and without a token', async (path) => {
    await expectError('not_found', api.get(path));
    await expectError('not_found', v1(server, '').get(path));
    await expectError('not_found', raw('post', path, 'application/json', '{bad'));
  });

  it('method_not_allowed, with Allow', async () => {
    const allow = async (test: supertest.Test) => {
      const headers = await expectError('method_not_allowed', test);
      return headers.allow!.split(', ').sort();
    };
    const put = supertest(`${server.url}/api/v1`).put('/tickets').send({});
    expect(await allow(asDescribed(server, put, '/tickets'))).toEqual(['GET', 'HEAD', 'POST']);
    expect(await allow(api.post('/tickets/abc', {}))).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
    expect(await allow(api.get('/webhooks/subscriptions/abc'))).toEqual(['DELETE']);
    expect(await allow(api.get('/decisions/abc/resolve'))).toEqual(['POST']);
  });

  it('invalid_transition', async () => {
    const ticket = await ticketIn(api, 'done');
    await expectError('invalid_transition', api.patch(`/tickets/${ticket.id}`, { status: 'blocked' }), {
      from: 'done',
      to: 'blocked',
    });
  });

  it('slug_taken', async () => {
    await fileDecision(api, { slug: 'taken' });
    await expectError('slug_taken', api.post('/decisions', { slug: 'taken', title: 'T' }));
  });

  it('already_resolved', async () => {
    const decision = await fileDecision(api);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'x' }).expect(200);
    await expectError('already_resolved', api.post(`/decisions/${decision.id}/resolve`, { status: 'x' }));
  });

  it('delivery_in_progress', async () => {
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    const [delivery] = await insertDeliveries(server, id, [{ state: 'held', createdAt: 0 }]);
    await expectError('delivery_in_progress', api.post(`/webhooks/deliveries/${delivery}/resend`));
  });

  it('resend_in_progress', async () => {
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    // One that no worker finds: it is for deliveries of a subscription, and is written by hand.
    await server.run(async (strapi, subscriptionId) => {
      await strapi.plugin('work-tracking').service('resends').stop();
      const at = new Date();
      await strapi.db.connection('work_tracking_webhook_resends').insert({
        document_id: subscriptionId,
        subscription_id: subscriptionId,
        delivery_state: 'dead',
        until: at,
        count: 0,
        enqueued: 0,
        position: 0,
        last_position: 0,
        state: 'running',
        created_at: at,
      });
    }, id);
    const workOn = async (strapi: Core.Strapi, subscriptionId: string) => {
      const resends = strapi.db.connection('work_tracking_webhook_resends');
      await resends.where({ document_id: subscriptionId }).delete();
      strapi.plugin('work-tracking').service('resends').start();
    };
    const refused = expectError('resend_in_progress', api.post(`/webhooks/subscriptions/${id}/resend`));
    await refused.finally(() => server.run(workOn, id));
  });

  it('subscription_limit', async () => {
    const full = await newProject(server);
    const deaf = { url: 'http://127.0.0.1:9/hook', secret: 's', event_types: ['decision.resolved'] };
    for (let count = 0; count < 100; count += 1) await subscribe(full, deaf.url, deaf);
    await expectError('subscription_limit', full.post('/webhooks/subscriptions', deaf), { limit: 100 });
  });

  it('subscription_deleted', async () => {
    const { id } = await subscribe(api, 'http://127.0.0.1:9/hook');
    const [delivery] = await insertDeliveries(server, id, [{ state: 'dead', createdAt: 0 }]);
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    await expectError('subscription_deleted', api.post(`/webhooks/deliveries/${delivery}/resend`));
  });

  it('payload_too_large above 1 MB, not below', async () => {
    const body = (bytes: number) => JSON.stringify({ title: 'T', body: 'x'.repeat(bytes) });
    await expectError('payload_too_large', raw('post', '/tickets', 'application/json', body(1024 * 1024)));
    await raw('post', '/tickets', 'application/json', body(1000 * 1000)).expect(201);
  });

  it('record_too_large', async () => {
    const ticket = await fileTicket(api, { body: 'x'.repeat(600_000) });
    await expectError(
      'record_too_large',
      api.patch(`/tickets/${ticket.id}`, { frontmatter: { a: 'x'.repeat(600_000) } }),
    );
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/merge-patch+json',
    'multipart/form-data',
  ])('unsupported_media_type for %s', async (type) => {
    await expectError('unsupported_media_type', raw('post', '/tickets', type, '{"title":"a"}'));
  });

  it('rate_limited, with Retry-After', async () => {
    const mine = await newProject(strict);
    await mine.get('/tickets').expect(200);
    await mine.get('/decisions').expect(200);
    const headers = await expectError('rate_limited', mine.get('/webhooks/subscriptions'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    for (const title of ['One', 'Two']) await mine.post('/tickets', { title }).expect(201);
    await expectError('rate_limited', mine.post('/tickets', { title: 'T' }));
    await (await newProject(strict)).get('/tickets').expect(200);
  });

  it('precondition_failed, precondition_required', async () => {
    const stale = api.delete(`/tickets/${(await fileTicket(api)).id}`).set('If-Match', '"2"');
    await expectError('precondition_failed', stale, { current_version: 1 });
    const mine = await newProject(strict);
    await expectError('precondition_required', mine.delete(`/tickets/${(await fileTicket(mine)).id}`));
  });

  it('idempotency_key_reused, request_in_progress', async () => {
    const file = (title: string) => api.post('/tickets', { title }).set('Idempotency-Key', 'mine');
    const held = await holdTicket(server);
    const first = file('One').then(({ status }) => status);
    await held.reached();
    expect((await expectError('request_in_progress', file('One')))['retry-after']).toBe('1');
    await held.release();
    expect(await first).toBe(201);
    await expectError('idempotency_key_reused', file('Two'));
  });

  it('internal_error, without any detail of the fault', async () => {
    const mine = await newProject(strict);
    const table = 'work_tracking_webhook_subscriptions';
    const rename = (from: string, to: string) =>
      strict.run((strapi, names) => strapi.db.connection.schema.renameTable(...names), [from, to] as const);
    await rename(table, 'gone');
    await expectError('internal_error', mine.get('/webhooks/subscriptions')).finally(() =>
      rename('gone', table),
    );
    expect(strict.log()).toContain(table);
  });

  it('leaves none out', () => {
    const tested = [...readFileSync(__filename, 'utf8').matchAll(/expectError\(\s*'(\w+)'/g)];
    expect([...new Set(tested.map(([, code]) => code))].sort()).toEqual(Object.keys(API_ERRORS).sort());
  });
});

import path from 'node:path';
import supertest, { type Test } from 'supertest';
import { registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';

/** The application's own code: a rule for each title, and one event type taken out of a subscription. */
const APPLICATION = `
  const { errors } = require('@strapi/utils');
  const createError = require('http-errors');

  const RULES = {
    application: () => new errors.ApplicationError('Not on a Friday.'),
    validation: () => new errors.ValidationError('Not on a Friday.'),
    'own code': () => new errors.ApplicationError('Not on a Friday.', { code: 'friday', secret: 'of the team' }),
    pagination: () => new errors.PaginationError('Not on a Friday.'),
    conflict: () => createError(409, 'Not on a Friday.'),
    field: () => new errors.ValidationError('Not on a Friday.', {
      errors: [{ path: ['bodyMarkdown', 0], message: 'Say why.', name: 'ValidationError' }, { path: 'state', message: 'Not yet.' }],
    }),
    unauthorized: () => new errors.UnauthorizedError('Not on a Friday.'),
    forbidden: () => new errors.ForbiddenError('Not on a Friday.'),
    policy: () => new errors.PolicyError('Not on a Friday.'),
    'not found': () => new errors.NotFoundError('Not on a Friday.'),
    large: () => new errors.PayloadTooLargeError('Not on a Friday.'),
    limit: () => new errors.RateLimitError('Not on a Friday.'),
    'gone away': () => createError(404, 'Not on a Friday.'),
    plain: () => new Error('The password is 12345.'),
    'not implemented': () => new errors.NotImplementedError('The password is 12345.'),
    hidden: () => createError(500, 'The password is 12345.'),
  };
  const round = (details) => Object.assign(details, { itself: details });
  const DETAILS = {
    'texts as errors': { errors: ['a', 'b'] },
    'no sentence': { errors: [{ path: ['title'] }, null, { path: ['title'], message: { a: 1 } }] },
    'an object as errors': { errors: { title: 'bad' } },
    'a text': 'details',
    'a circle': round({ code: 'refused' }),
    'a bigint': { code: 'refused', n: 10n },
    'a code without its fields': { code: 'invalid_transition', from: 1n },
    'a code of another fault': { code: 'internal_error' },
  };
  for (const [name, details] of Object.entries(DETAILS)) {
    RULES[name] = () => new errors.ValidationError('Not on a Friday.', details);
  }
  Object.assign(RULES, {
    'no text': () => new errors.ApplicationError({ a: 1 }),
    'malformed details': () => new errors.ApplicationError('Not on a Friday.', { code: 'validation_failed', details: 'x' }),
    'some malformed': () => new errors.ApplicationError('Not on a Friday.', round({
      code: 'validation_failed',
      details: [null, { path: 1n }, { path: 'title', code: 'friday', message: 'Say why.', n: 1n }],
      valid_statuses: [1n],
      valid_priorities: ['P0'],
    })),
    'own code in full': () => new errors.ApplicationError('Not on a Friday.', { code: 'unknown_status', valid_statuses: ['open'] }),
    'odd paths': () => new errors.ValidationError('Not on a Friday.', {
      errors: [{ path: 5, message: 'Say why.' }, { message: 'Say more.' }, 'x', { path: [{}, 'title'], message: 'No.' }],
    }),
  });
  const check = (title) => {
    const rule = RULES[title];
    if (rule) throw rule();
  };

  module.exports = {
    register({ strapi }) {
      strapi.db.lifecycles.subscribe({
        models: ['plugin::work-tracking.ticket', 'plugin::work-tracking.decision'],
        beforeCreate: ({ params }) => check(params.data.title),
        beforeUpdate: ({ params: { data } }) => check(data.state === 'blocked' || data.verdict ? 'application' : data.title),
        beforeDelete: () => check('application'),
      });
      strapi.documents.use((context, next) => {
        const { data } = context.params;
        if (context.action === 'create' && data.title === 'middleware') check('application');
        if (context.action === 'create' && data.url === 'http://127.0.0.1/nothing') data.eventTypes = [];
        return next();
      });
      strapi.server.use((ctx, next) => {
        check(ctx.get('x-rule'));
        return next();
      });
    },
  };
`;

const SENTENCE = 'Not on a Friday.';

let server: OwnServer;
let api: Api;
let admin: Admin;

beforeAll(async () => {
  server = await startServer({
    env: {
      ...builtWith({ files: { 'index.js': APPLICATION } }),
      // The build lies outside of the application, whose modules it uses.
      NODE_PATH: path.join(__dirname, '../../node_modules'),
    },
  });
  api = await newProject(server);
  admin = await registerAdmin(server);
});
afterAll(() => server.destroy());

it('a rule of the service speaks of an attribute, and v1 answers with the name of its field', async () => {
  const wanted = { url: 'http://127.0.0.1/nothing', secret: 'a secret', event_types: ['ticket.created'] };
  const { body } = await api.post('/webhooks/subscriptions', wanted).expect(400);
  const message = 'event_types must be a list of one or more event types.';
  expect(body).toEqual({
    error: 'validation_failed',
    message,
    details: [{ path: 'event_types', code: 'invalid_value', message }],
  });
});

describe("a rule of the application's own", () => {
  it.each(['application', 'validation', 'own code', 'pagination', 'conflict', 'middleware'])(
    'is 400 refused with its sentence and nothing else: %s',
    async (title) => {
      const { body } = await api.post('/tickets', { title }).expect(400);
      expect(body).toEqual({ error: 'refused', message: SENTENCE });
      await api.post('/decisions', { slug: 'a-rule', title }).expect(400, body);
    },
  );

  it('holds for every kind of change, and leaves nothing behind', async () => {
    const ticket = await fileTicket(api);
    const decision = await fileDecision(api);
    const refused = { error: 'refused', message: SENTENCE };
    await api.patch(`/tickets/${ticket.id}`, { title: 'application' }).expect(400, refused);
    await api.patch(`/decisions/${decision.id}`, { title: 'application' }).expect(400, refused);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'yes' }).expect(400, refused);
    await api.delete(`/tickets/${ticket.id}`).expect(400, refused);
    await api.delete(`/decisions/${decision.id}`).expect(400, refused);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
    expect((await api.get(`/decisions/${decision.id}`)).body.decision).toEqual(decision);
  });

  it('names fields as Strapi does, and v1 answers with its own names of them', async () => {
    const { body } = await api.post('/tickets', { title: 'field' }).expect(400);
    expect(body).toEqual({
      error: 'validation_failed',
      message: SENTENCE,
      details: [
        { path: 'body_markdown.0', code: 'invalid_value', message: 'Say why.' },
        { path: 'status', code: 'invalid_value', message: 'Not yet.' },
      ],
    });
  });

  it.each([
    'texts as errors',
    'no sentence',
    'an object as errors',
    'a text',
    'a circle',
    'a bigint',
    'a code without its fields',
    'a code of another fault',
  ])('is refused with its sentence whatever is beside it: %s', async (title) => {
    await api.post('/tickets', { title }).expect(400, { error: 'refused', message: SENTENCE });
  });

  it.each<[string, object]>([
    ['malformed details', { details: [] }],
    [
      'some malformed',
      { details: [{ path: 'title', code: 'friday', message: 'Say why.' }], valid_priorities: ['P0'] },
    ],
    [
      'odd paths',
      {
        details: [
          { path: '5', code: 'invalid_value', message: 'Say why.' },
          { path: '', code: 'invalid_value', message: 'Say more.' },
          { path: 'title', code: 'invalid_value', message: 'No.' },
        ],
      },
    ],
  ])('names what is well formed: %s', async (title, fields) => {
    const { body } = await api.post('/tickets', { title }).expect(400);
    expect(body).toEqual({ error: 'validation_failed', message: SENTENCE, ...fields });
  });

  it("may speak with one of v1's codes, and has v1's sentence when it has none", async () => {
    const { body } = await undescribed().send({ title: 'own code in full' }).expect(400);
    expect(body).toEqual({ error: 'unknown_status', message: SENTENCE, valid_statuses: ['open'] });
    await api
      .post('/tickets', { title: 'no text' })
      .expect(400, { error: 'refused', message: 'A rule of this application refuses this.' });
  });

  it.each([
    ['unauthorized', 401, 'unauthorized'],
    ['forbidden', 403, 'insufficient_scope'],
    ['policy', 403, 'insufficient_scope'],
    ['not found', 404, 'not_found'],
    ['gone away', 404, 'not_found'],
    ['large', 413, 'payload_too_large'],
    ['limit', 429, 'rate_limited'],
  ])('keeps the meaning of its class: %s is %i %s', async (title, status, error) => {
    // A collection knows no 404, and its description no Retry-After of somebody else's limit.
    const { body } = await undescribed().send({ title }).expect(status);
    expect(body).toEqual({ error, message: SENTENCE });
  });

  it.each(['plain', 'not implemented', 'hidden'])('keeps a fault to the log: %s', async (title) => {
    const { body } = await api.post('/tickets', { title }).expect(500);
    expect(body).toEqual({ error: 'internal_error', message: expect.not.stringContaining('12345') });
  });

  it.each([
    ['application', 400],
    ['validation', 400],
    ['conflict', 400],
  ])('means the same in a Koa middleware: %s', async (rule, status) => {
    const { body } = await undescribed().set('x-rule', rule).send({ title: 'A ticket' }).expect(status);
    expect(body).toEqual({ error: 'refused', message: SENTENCE });
  });

  it("reaches whoever moves or resolves on the plugin's pages", async () => {
    const ticket = await ticketIn(api, 'in_progress');
    const decision = await fileDecision(api);
    const move = await admin.post(`/work-tracking/board/tickets/${ticket.id}/move`, { status: 'blocked' });
    expect([move.status, move.body.error.message]).toEqual([400, SENTENCE]);
    const resolve = await admin.post(`/work-tracking/decisions/${decision.id}/resolve`, { verdict: 'yes' });
    expect([resolve.status, resolve.body.error.message]).toEqual([400, SENTENCE]);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });
});

const undescribed = (): Test =>
  supertest(server.url).post('/api/v1/tickets').set('Authorization', `Bearer ${api.token}`);

import type supertest from 'supertest';
import { newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  const files = { ...extended('ticket', CUSTOM_FIELDS), ...CUSTOMER, ...COMPONENTS };
  server = await startServer({ env: builtWith({ files }) });
  api = await newProject(server);
});
afterAll(() => server.destroy());

async function send(text: string) {
  const answer = await fetch(`${server.url}/api/v1/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as supertest.Response['body'] };
}

describe('lists in custom fields', () => {
  it.each<[string, number, unknown]>([
    ['watchers', 500, 'nobody'],
    ['attachments', 500, 1],
    ['zone', 500, 1],
    ['text', 10_000, 1],
  ])('%s: %i entries are looked at, more are refused as such', async (name, limit, entry) => {
    const send = async (count: number) =>
      (await api.post('/tickets', { title: 'T', [name]: Array(count).fill(entry) }).expect(400)).body;
    const few = await send(limit);
    expect(few.details).toHaveLength(20);
    expect(few.details[0].path).toMatch(`${name}.0`);
    expect(await send(limit + 1)).toMatchObject({ details: [{ path: name, code: 'too_big' }] });
  });

  it('500 related records are stored', async () => {
    const customers: string[] = await server.run(async (strapi) => {
      const made = [];
      for (let index = 0; index < 500; index += 1) {
        made.push(
          await strapi
            .documents('api::customer.customer' as never)
            .create({ data: { name: `${index}` }, status: 'published' } as never),
        );
      }
      return made.map(({ documentId }: { documentId: string }) => documentId);
    });
    const { body } = await api.post('/tickets', { title: 'T', watchers: customers }).expect(201);
    expect(body.ticket.watchers).toEqual(customers);
  });

  it('a JSON field that is nested beyond measure is refused as such', async () => {
    const answer = await send(`{"title":"T","extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'extra', code: 'too_deep' }] } });
  });
});

describe('numbers in custom fields', () => {
  it.each([
    ['extra', '{"a":1e999}', 'extra.a'],
    ['extra', '9007199254740993', 'extra'],
    ['weight', '1e999', 'weight'],
    ['cost', '-1e999', 'cost'],
    ['points', '1e999', 'points'],
    ['serial', '9007199254740993', 'serial'],
    ['estimate', '{"hours":1e999}', 'estimate.hours'],
    ['text', '[{"type":"a","n":12345678901234567890}]', 'text.0.n'],
  ])('%s: %s is refused', async (name, value, path) => {
    const answer = await send(`{"title":"T","${name}":${value}}`);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path, code: 'invalid_number' }] } });
  });

  it('a decimal of more digits than are stored is refused, a fraction of any is kept', async () => {
    expect(await send('{"title":"T","cost":0.123}')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'cost' }] },
    });
    const kept = await send('{"title":"T","cost":99999999.99,"weight":1.7976931348623157e308}');
    expect(kept.body.ticket).toMatchObject({ cost: 99999999.99, weight: 1.7976931348623157e308 });
  });
});

describe('times and dates in custom fields', () => {
  it.each([
    ['09:40', '09:40:00.000'],
    ['09:40:30', '09:40:30.000'],
    ['23:59:59.25', '23:59:59.250'],
    ['00:00:00.001', '00:00:00.001'],
  ])('the time %s is the same in every form', async (given, shown) => {
    const { body } = await api.post('/tickets', { title: 'T', at: given }).expect(201);
    expect(body.ticket.at).toBe(shown);
    for (const at of [given, shown, given]) {
      const { body: same } = await api.patch(`/tickets/${body.ticket.id}`, { at }).expect(200);
      expect(same.ticket).toEqual(body.ticket);
    }
  });

  it('there is no year 0', async () => {
    const { body } = await api.post('/tickets', { title: 'T', due: '0001-01-01' }).expect(201);
    expect(body.ticket.due).toBe('0001-01-01');
    const refused = { error: 'validation_failed', details: [{ path: 'due' }] };
    const due = '0000-01-01';
    expect((await api.post('/tickets', { title: 'T', due }).expect(400)).body).toMatchObject(refused);
    expect((await api.patch(`/tickets/${body.ticket.id}`, { due }).expect(400)).body).toMatchObject(refused);
  });
});

describe('a custom field of the wrong type', () => {
  it.each([
    ['customer_tier', 5, 'customer_tier must be a string; a number was given.'],
    ['summary', 5, 'summary must be a string; a number was given.'],
    ['contact', {}, 'contact must be a string; an object was given.'],
    ['story', true, 'story must be a string; true was given.'],
    ['points', '5', 'points must be a number; a string was given.'],
    ['points', 1.5, 'points must be a whole number; a fraction was given.'],
    ['serial', true, 'must be a whole number, or a string of its digits'],
    ['weight', '5', 'weight must be a number; a string was given.'],
    ['cost', [], 'cost must be a number; a list was given.'],
    ['billable', 'yes', 'billable must be true or false; a string was given.'],
    ['due', 5, 'due must be a string; a number was given.'],
    ['at', 5, 'at must be a string; a number was given.'],
    ['seen', 5, 'seen must be a string; a number was given.'],
    ['text', 'a', 'text must be a list; a string was given.'],
    ['external', 5, 'external must be a string; a number was given.'],
    ['customer', 5, 'customer must be a string; a number was given.'],
    ['watchers', 'a', 'watchers must be a list; a string was given.'],
    ['attachment', 5, 'must be the id of a file, or an object with it'],
    ['attachments', 'a', 'attachments must be a list; a string was given.'],
    ['link', 'a', 'link must be an object; a string was given.'],
    ['link', { label: 5 }, 'link.label must be a string; a number was given.'],
    ['link', {}, 'link.label is required.'],
    ['estimate', { links: [{ label: null }] }, 'estimate.links.0.label must be a string; null was given.'],
    ['zone', {}, 'zone must be a list; an object was given.'],
    ['zone', [5], 'zone.0 must be an object; a number was given.'],
    ['zone', [{}], 'zone.0.__component is required.'],
  ])('%s: %j', async (name, value, message) => {
    const { body } = await api.post('/tickets', { title: 'T', [name]: value }).expect(400);
    expect(body.details).toMatchObject([{ path: expect.stringMatching(`^${name}`), message }]);
  });
});

it('a related record that the database did not look up is no mistake of the caller', async () => {
  const { documentId: customer } = await server.run((strapi) => {
    const fail = ({ sql }: { sql: string }) => {
      if (!/count.*customers/.test(sql)) return;
      strapi.db.connection.off('query', fail);
      throw new Error('Not looked up.');
    };
    strapi.db.connection.on('query', fail);
    return strapi
      .documents('api::customer.customer' as never)
      .create({ data: { name: 'A customer' }, status: 'published' } as never);
  });
  await api.post('/tickets', { title: 'Not made', customer }).expect(500);
  expect(server.log()).toContain('Invalid relations');
  await api.post('/tickets', { title: 'Made', customer }).expect(201);
});

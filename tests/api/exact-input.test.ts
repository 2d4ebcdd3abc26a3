import type supertest from 'supertest';
import { fileTicket, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

/** Sends text or bytes that a client's own JSON would not produce. */
async function send(method: 'POST' | 'PATCH', path: string, sent: string | Buffer) {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: sent,
  });
  return { status: answer.status, body: (await answer.json()) as supertest.Response['body'] };
}

const ticketWith = (value: string) => `{"title":"T","frontmatter":{"list":[{"a":${value}}]}}`;

describe('nothing is stored as something else (specification 8.3)', () => {
  it.each([
    '1e999',
    '-1e400',
    '9007199254740993',
    '-12345678901234567890',
    '1234567890123456789012345',
    `1${'0'.repeat(400)}`,
  ])('the number %s is refused, by its path', async (number) => {
    const refused = {
      error: 'validation_failed',
      details: [{ path: 'frontmatter.list.0.a', code: 'invalid_number' }],
    };
    expect(await send('POST', '/tickets', ticketWith(number))).toMatchObject({ status: 400, body: refused });
    const ticket = await fileTicket(api);
    const patched = await send('PATCH', `/tickets/${ticket.id}`, ticketWith(number));
    expect(patched).toMatchObject({ status: 400, body: refused });
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it.each(['title', 'body', 'priority', 'type', 'frontmatter'])('1e999 as %s is refused', async (name) => {
    const { status, body } = await send('POST', '/tickets', `{"${name}":1e999}`);
    expect([status, body.details[0]]).toMatchObject([400, { path: name, code: 'invalid_number' }]);
  });

  // With the square of their number reading them would take the better part of an hour.
  const digits = '1'.repeat(900_000);
  it.each([
    ['a whole number', digits, 400],
    ['a number with a fraction', `${digits}.5`, 400],
    ['a number with an exponent', `-${digits}e0`, 400],
    ['a fraction', `0.${digits}`, 201],
    ['a fraction with an exponent', `0.${digits}e0`, 201],
  ])(
    'the time to read a number grows with its length alone: %s of 900,000 digits',
    async (_what, number, expected) => {
      const { status } = await send('POST', '/tickets', ticketWith(number));
      expect(status).toBe(expected);
    },
  );

  it('a number that comes back as it was given is taken, though its digits were rounded once', async () => {
    const { status, body } = await send('POST', '/tickets', ticketWith('1234567890123456800'));
    expect(status).toBe(201);
    expect(JSON.stringify(body.ticket.frontmatter)).toBe('{"list":[{"a":1234567890123456800}]}');
  });

  it('the digits of a fraction are no whole number', async () => {
    const { status } = await send(
      'POST',
      '/tickets',
      ticketWith('[0.1234567890123456789, 1234567890123456768]'),
    );
    expect(status).toBe(201);
  });

  it.each([
    '0',
    '9007199254740992',
    '-9007199254740991',
    '1e20',
    '100000000000000000000',
    '6.02214076e23',
    '1.7976931348623157e308',
    '0.1234567890123456789',
    '5e-324',
    '"12345678901234567890"',
    '"\\"9007199254740993"',
  ])('%s is kept', async (value) => {
    const { status, body } = await send('POST', '/tickets', ticketWith(value));
    expect([status, body.ticket.frontmatter]).toEqual([201, { list: [{ a: JSON.parse(value) as unknown }] }]);
    const again = await send('PATCH', `/tickets/${body.ticket.id}`, ticketWith(value));
    expect(again.body.ticket.version).toBe(1);
  });

  it.each<[string, number[]]>([
    ['a byte that begins nothing', [0xff]],
    ['half of a character', [0xe2, 0x82]],
    ['a character in too many bytes', [0xc0, 0x80]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('%s is no UTF-8', async (_what, bytes) => {
    const sent = Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(await send('POST', '/tickets', sent)).toMatchObject({
      status: 400,
      body: { error: 'invalid_json' },
    });
  });

  it.each(['type=%FF', 'type=%E2%82', 'type=%', 'type=%ZZ', 'type=%ED%A0%80'])(
    'the parameter %s is refused',
    async (query) => {
      const { body } = await api.get(`/tickets?limit=1&${query}`).expect(400);
      expect(body.details).toMatchObject([{ path: 'type', code: 'invalid_characters' }]);
    },
  );

  it('a parameter with any other character is taken as it is', async () => {
    const type = 'é €+ %&=😀';
    const ticket = await fileTicket(api, { type });
    const { body } = await api.get(`/tickets?type=${encodeURIComponent(type)}`).expect(200);
    expect(body.tickets).toEqual([ticket]);
  });
});

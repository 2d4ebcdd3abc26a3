import supertest from 'supertest';
import { fileDecision, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

/** Larger than any error that names all that it has to. */
const MAX_ANSWER_BYTES = 30_000;

const NAME = 'k'.repeat(400_000);
const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

describe('an error stays small, whatever was sent (specification 8.1)', () => {
  it.each<[string, string, object]>([
    ['1,200 NULs below a long key', '/tickets', { frontmatter: { [NAME]: Array(1200).fill('\0') } }],
    ['50,000 unknown fields', '/tickets', names(50_000)],
    ['a long unknown field', '/decisions', { [NAME]: 1 }],
    ['a key that can not be stored', '/decisions', { frontmatter: { [`\0${NAME}`]: 1 } }],
    ['levels beyond measure below a long key', '/tickets', { [NAME]: nested(40) }],
    ['many levels beyond measure', '/tickets', { frontmatter: { a: Array(1000).fill(nested(40)) } }],
    [
      '240,000 unknown event types',
      '/webhooks/subscriptions',
      { event_types: [1, ...Array(240_000).fill('a')] },
    ],
    ['a long event type', '/webhooks/subscriptions', { event_types: [NAME, 1] }],
    ['a long status', '/webhooks/subscriptions/abc/resend', { state: NAME }],
    ['a long address', '/webhooks/subscriptions', { url: NAME, secret: NAME, event_types: ['audit.event'] }],
  ])('%s', async (_what, path, body) => {
    const { status, text, body: error } = await api.post(path, body);
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(MAX_ANSWER_BYTES);
    for (const detail of error.details ?? []) {
      expect(detail.path.length).toBeLessThanOrEqual(200);
      expect(detail.message.length).toBeLessThanOrEqual(500);
    }
  });

  it('names twenty mistakes, and says when there are more', async () => {
    const { body: all } = await api.post('/tickets', { title: 'T', ...names(20) }).expect(400);
    expect(all.details).toHaveLength(20);
    expect(all).not.toHaveProperty('details_truncated');
    const { body: more } = await api.post('/tickets', { title: 'T', ...names(21) }).expect(400);
    expect(more.details).toEqual(all.details);
    expect(more.details_truncated).toBe(true);
  });

  it('shortens the end of a path, not its beginning', async () => {
    const { body } = await api.post('/tickets', { frontmatter: { [NAME]: '\0' } }).expect(400);
    expect(body.details[0].path).toBe(`frontmatter.${'k'.repeat(187)}…`);
  });

  it('holds for parameters', async () => {
    const query = Array.from({ length: 1000 }, (_, index) => `${index}=`).join('&');
    const { body } = await api.get(`/tickets?${query}`).expect(400);
    expect([body.details.length, body.details_truncated]).toEqual([20, true]);
    const long = await api.get(`/tickets?${'k'.repeat(10_000)}=1`).expect(400);
    expect(long.body.details[0].path).toHaveLength(200);
  });

  it('holds for the sentence of a rule', async () => {
    const { id } = await fileDecision(api, { frontmatter: { options: [{ id: 'a', title: 'A' }] } });
    const { body } = await api.post(`/decisions/${id}/resolve`, { status: 'x', option_id: NAME }).expect(400);
    expect(body.message.length).toBeLessThanOrEqual(500);
    const options = [1, 2].map(() => ({ id: NAME, title: 'A' }));
    const twice = await api.post('/decisions', { slug: 'twice', title: 'T', frontmatter: { options } });
    expect([twice.status, twice.body.error]).toEqual([400, 'validation_failed']);
    expect(twice.text.length).toBeLessThan(MAX_ANSWER_BYTES);
  });

  it('leaves what is right alone', async () => {
    const { body } = await supertest(`${server.url}/api/v1`)
      .post('/tickets')
      .set('Authorization', `Bearer ${api.token}`)
      .send({ title: 'T', frontmatter: { [NAME]: nested(27), ...names(20_000) } })
      .expect(201);
    expect(body.ticket.frontmatter).toEqual({ [NAME]: nested(27), ...names(20_000) });
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

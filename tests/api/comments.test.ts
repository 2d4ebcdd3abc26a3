import { fileDecision, fileTicket, newProject, subscribe, tokenFor, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
});

const file = { ticket: fileTicket, decision: fileDecision };
const TYPES = ['ticket', 'decision'] as const;

const comment = async (path: string, body = 'Hello', own = api) =>
  (await own.post(`${path}/comments`, { body }).expect(201)).body.comment;

describe.each(TYPES)('comments on a %s (specification 4.5)', (type) => {
  let record: { id: string; version: number };
  let path: string;
  beforeEach(async () => {
    record = await file[type](api);
    path = `/${type}s/${record.id}`;
  });

  it('are made, read, changed and deleted', async () => {
    const made = await comment(path, '**Hello** 👋 <script>');
    expect(made).toEqual({
      id: expect.any(String),
      target: { type, id: record.id },
      body: '**Hello** 👋 <script>',
      author: { type: 'api_token', id: expect.any(String), name: expect.any(String) },
      created_at: expect.any(String),
      updated_at: made.created_at,
    });
    const { body: changed } = await api.patch(`/comments/${made.id}`, { body: 'Better' }).expect(200);
    expect(changed.comment).toEqual({ ...made, body: 'Better', updated_at: expect.any(String) });
    const { body: list } = await api.get(`${path}/comments`).expect(200);
    expect(list).toEqual({
      version: 'v1',
      comments: [changed.comment],
      next_cursor: null,
      has_more: false,
    });
    expect((await api.delete(`/comments/${made.id}`).expect(200)).body).toEqual({ version: 'v1', ok: true });
    expect((await api.get(`${path}/comments`)).body.comments).toEqual([]);
    await api.patch(`/comments/${made.id}`, { body: 'Again' }).expect(404);
    await api.delete(`/comments/${made.id}`).expect(404);
  });

  it('are listed oldest first, page by page', async () => {
    for (const body of ['1', '2', '3', '4', '5']) await comment(path, body);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.get(`${path}/comments?limit=2${cursor}`).expect(200);
      seen.push(...body.comments.map((one: { body: string }) => one.body));
      cursor = body.has_more ? `&cursor=${body.next_cursor}` : '';
    } while (cursor !== '');
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
    await api.get(`${path}/comments?cursor=mine`).expect(400);
  });

  it('have 1 to 64,000 characters, and nothing else can be set', async () => {
    expect((await comment(path, 'x'.repeat(64_000))).body).toHaveLength(64_000);
    const { id } = await comment(path);
    for (const [sent, at] of [
      [{}, 'body'],
      [{ body: '' }, 'body'],
      [{ body: null }, 'body'],
      [{ body: 7 }, 'body'],
      [{ body: 'x'.repeat(64_001) }, 'body'],
      [{ body: 'a\u0000b' }, 'body'],
      [{ body: 'Hello', author: 'Ada' }, 'author'],
      [{ body: 'Hello', mood: 'good' }, 'mood'],
    ] as const) {
      for (const answer of [
        await api.post(`${path}/comments`, sent),
        await api.patch(`/comments/${id}`, sent),
      ]) {
        expect([answer.status, answer.body.details[0].path]).toEqual([400, at]);
      }
    }
  });

  it('step no version, and are audited as said of the record', async () => {
    const receiver = await startReceiver();
    await subscribe(api, receiver.url);
    const { id } = await comment(path);
    await api.patch(`/comments/${id}`, { body: 'Hello' }).expect(200);
    await api.patch(`/comments/${id}`, { body: 'Better' }).expect(200);
    await api.delete(`/comments/${id}`).expect(200);
    const events = await receiver.until(3);
    expect(events.map(({ body }) => [body.event, body.data.action, body.data.target]).sort()).toEqual(
      ['created', 'deleted', 'updated'].map((verb) => [
        'audit.event',
        `comment.${verb}`,
        { type, id: record.id },
      ]),
    );
    const { body } = await api.get(path).expect(200);
    expect(body[type]).toEqual(record);
    await receiver.close();
  });

  it('go with their record', async () => {
    const { id } = await comment(path);
    const other = await comment(`/${type}s/${(await file[type](api)).id}`);
    await api.delete(path).expect(200);
    await api.get(`${path}/comments`).expect(404);
    await api.post(`${path}/comments`, { body: 'Late' }).expect(404);
    await api.patch(`/comments/${id}`, { body: 'Late' }).expect(404);
    await api.patch(`/comments/${other.id}`, { body: 'Still here' }).expect(200);
  });

  it('of another project are as if they were not there', async () => {
    const theirs = await newProject(server);
    const { id } = await comment(path);
    await theirs.get(`${path}/comments`).expect(404);
    await theirs.post(`${path}/comments`, { body: 'Mine' }).expect(404);
    await theirs.patch(`/comments/${id}`, { body: 'Mine' }).expect(404);
    await theirs.delete(`/comments/${id}`).expect(404);
  });

  it('are changed and deleted by whoever wrote them, and by nobody else', async () => {
    const colleague = await tokenFor(server, api.projectKey);
    const { id } = await comment(path);
    for (const answer of [
      await colleague.patch(`/comments/${id}`, { body: 'Mine' }),
      await colleague.delete(`/comments/${id}`),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([403, 'not_author']);
    }
    const said = await comment(path, 'Their own', colleague);
    await colleague.patch(`/comments/${said.id}`, { body: 'Better' }).expect(200);
    const { body } = await colleague.get(`${path}/comments`).expect(200);
    expect(body.comments).toHaveLength(2);
  });

  it('are read by a read-only token, and not written', async () => {
    const reader = await tokenFor(server, api.projectKey, { access: 'read-only' });
    const { id } = await comment(path);
    await reader.get(`${path}/comments`).expect(200);
    for (const answer of [
      await reader.post(`${path}/comments`, { body: 'Mine' }),
      await reader.patch(`/comments/${id}`, { body: 'Mine' }),
      await reader.delete(`/comments/${id}`),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_scope']);
    }
  });
});

it('strange ids of comments are not there', async () => {
  for (const id of ['x', '%00', '%F0%9F%91%8B', 'a'.repeat(500), "'--"]) {
    await api.patch(`/comments/${id}`, { body: 'Hello' }).expect(404);
    await api.delete(`/comments/${id}`).expect(404);
  }
});

it('no other door writes comments', async () => {
  const refused = await server.run(async (strapi) => {
    try {
      await strapi.db.query('plugin::work-tracking.comment').create({ data: { body: 'By code' } });
      return 'done';
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(refused).toBe('Comments are written by the service alone.');
});

import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
});

const READ = [
  { action: actionId('board.read') },
  { action: actionId('decision.read') },
  mayInContentManager('read', 'ticket', ['title', 'state', 'project']),
  mayInContentManager('read', 'decision', ['title', 'state', 'project']),
];
const WRITE = { action: actionId('comment.write') };

const onTicket = (id: string) => `/work-tracking/tickets/${id}/comments`;
const onDecision = (id: string) => `/work-tracking/decisions/${id}/comments`;
const bodies = async (who: Admin, path: string) =>
  ((await who.get(path).expect(200)).body.data as { body: string }[]).map(({ body }) => body);

it.each([
  ['ticket', async () => onTicket((await fileTicket(api)).id)],
  ['decision', async () => onDecision((await fileDecision(api)).id)],
])('a comment on a %s is its author’s, and the API shows it', async (kind, make) => {
  const path = await make();
  const colleague = await newColleague(server, admin, [...READ, WRITE]);
  const { body } = await colleague.post(path, { body: '**Why?**' }).expect(200);
  expect(body.data).toMatchObject({
    body: '**Why?**',
    author: { type: 'admin', name: 'Grace Hopper' },
    isOwn: true,
  });
  const { body: theirs } = await admin.get(path).expect(200);
  expect(theirs).toMatchObject({ data: [{ body: '**Why?**', isOwn: false }], meta: { nextCursor: null } });
  const own = `/work-tracking/comments/${body.data.documentId}`;
  const refused = await admin.put(own, { body: 'Mine' }).expect(403);
  expect(refused.body.error.details.code).toBe('not_author');
  await admin.delete(own).expect(403);
  await colleague.put(own, { body: 'Because.' }).expect(200);
  const target = path.split('/')[3];
  const { body: shown } = await api.get(`/${kind}s/${target}/comments`).expect(200);
  expect(shown.comments).toMatchObject([{ body: 'Because.', author: { type: 'admin' } }]);
  await colleague.delete(own).expect(200);
  expect(await bodies(admin, path)).toEqual([]);
  await colleague.delete(own).expect(404);
});

it('comments come in pages, oldest first', async () => {
  const { id } = await fileTicket(api);
  for (let n = 1; n <= 51; n += 1) await api.post(`/tickets/${id}/comments`, { body: `${n}` }).expect(201);
  const { body: first } = await admin.get(onTicket(id)).expect(200);
  expect(first.data).toHaveLength(50);
  expect(first.data[0]).toMatchObject({ body: '1', author: { type: 'api_token' }, isOwn: false });
  const next = `${onTicket(id)}?cursor=${encodeURIComponent(first.meta.nextCursor)}`;
  expect(await bodies(admin, next)).toEqual(['51']);
});

it('a role reads and writes comments only on what it may read, and writes none without the right to', async () => {
  const { id } = await fileTicket(api, { title: 'Theirs' });
  const reader = await newColleague(server, admin, READ);
  expect(await bodies(reader, onTicket(id))).toEqual([]);
  await reader.post(onTicket(id), { body: 'No' }).expect(403);
  const blind = await newColleague(server, admin, [{ action: actionId('board.read') }, WRITE]);
  await blind.get(onTicket(id)).expect(403);
  await blind.post(onTicket(id), { body: 'No' }).expect(403);
  const { body } = await admin.post(onTicket(id), { body: 'Ours' }).expect(200);
  await blind.put(`/work-tracking/comments/${body.data.documentId}`, { body: 'No' }).expect(403);
  expect(await bodies(admin, onTicket(id))).toEqual(['Ours']);
});

it('what is no comment, or is on nothing, is refused', async () => {
  const { id } = await fileTicket(api);
  for (const body of [{}, { body: '' }, { body: 'x'.repeat(64_001) }, { body: 1 }, { body: 'x', more: 1 }]) {
    await admin.post(onTicket(id), body).expect(400);
  }
  await admin.post(onTicket('nothing'), { body: 'x' }).expect(404);
  await admin.post(onDecision(id), { body: 'x' }).expect(404);
  await admin.get(onTicket('nothing')).expect(404);
  await admin.put('/work-tracking/comments/nothing', { body: 'x' }).expect(404);
  expect(await bodies(admin, onTicket(id))).toEqual([]);
});

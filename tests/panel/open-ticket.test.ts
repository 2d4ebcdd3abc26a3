import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;
let id: string;
let ref: string;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
afterAll(() => server.release());
beforeEach(async () => {
  api = await newProject(server);
  ({ id, ref } = (await fileTicket(api, { title: 'Filed', body: 'Text' })) as { id: string; ref: string });
});

const TICKETS = '/work-tracking/board/tickets';
const BOARD = { action: actionId('board.read') };
const change = (who: Admin, body: object, name = id) => who.put(`${TICKETS}/${name}`, body);
const stored = async () => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;
const history = async (who: Admin, type: string, target: string) =>
  (await who.get(`/work-tracking/records/${target}/history?type=${type}&limit=10`).expect(200)).body.data as {
    action: string;
    changes: object | null;
  }[];

it('a ticket opens by its id and by its ref, with what can be changed and where it can move', async () => {
  for (const name of [id, ref]) {
    const { body } = await admin.get(`${TICKETS}/${name}`).expect(200);
    expect(body.data).toMatchObject({
      documentId: id,
      ref,
      title: 'Filed',
      body: 'Text',
      assignee: null,
      version: 1,
      editable: ['title', 'body', 'priority', 'type', 'labels', 'assignee', 'dueAt', 'content'],
      moves: ['in_progress', 'blocked', 'cancelled'],
    });
  }
  for (const name of ['nothing', `${api.projectKey}-2`, 'NOBODY-1', `${ref}x`, '-1', `${api.projectKey}-0`]) {
    await admin.get(`${TICKETS}/${name}`).expect(404);
  }
});

it('it opens by its ref in small letters too, for whoever sees the ref on its card', async () => {
  const seen = mayInContentManager('read', 'ticket', ['title', 'state', 'number', 'project']);
  for (const who of [admin, await newColleague(server, admin, [BOARD, seen])]) {
    for (const name of [ref, ref.toLowerCase()]) {
      const { body } = await who.get(`${TICKETS}/${name}`).expect(200);
      expect(body.data).toMatchObject({ documentId: id, ref });
      expect('assignee' in body.data).toBe(who === admin);
    }
  }
});

it('its fields are changed one by one, as the person’s, under the rules', async () => {
  const changes = [
    { title: 'Changed' },
    { body: null },
    { priority: 'P0' },
    { type: 'bug' },
    { labels: ['b', 'a', 'b'] },
    { dueAt: '2026-12-24T12:00:00.000Z' },
  ];
  for (const [index, fields] of changes.entries()) {
    const { body } = await change(admin, { version: index + 1, ...fields }).expect(200);
    expect(body.data.version).toBe(index + 2);
  }
  const people = (await admin.get('/work-tracking/people').expect(200)).body.data as { id: string }[];
  const { body } = await change(admin, { version: 7, assignee: people[0]!.id }).expect(200);
  expect(body.data.assignee).toEqual(people[0]);
  expect(await stored()).toMatchObject({
    title: 'Changed',
    body: null,
    priority: 'P0',
    type: 'bug',
    labels: ['b', 'a'],
    due_at: '2026-12-24T12:00:00.000Z',
    assignee: people[0],
  });
  await change(admin, { version: 8, assignee: null }).expect(200);
  expect(await stored()).toMatchObject({ assignee: null, version: 9 });
});

it('a change of what somebody has changed meanwhile is refused with the version that is stored', async () => {
  await api.patch(`/tickets/${id}`, { priority: 'P0' }).expect(200);
  const { body } = await change(admin, { version: 1, title: 'Late' }).expect(409);
  expect(body.error.details).toMatchObject({ code: 'changed_meanwhile', version: 2 });
  expect(await stored()).toMatchObject({ title: 'Filed', version: 2 });
  await change(admin, { version: 2, title: 'Late' }).expect(200);
});

it('so is a change of whom it belongs to', async () => {
  const [ada] = (await admin.get('/work-tracking/people').expect(200)).body.data as { id: string }[];
  await change(admin, { version: 1, assignee: ada!.id }).expect(200);
  const { body } = await change(admin, { version: 1, assignee: null }).expect(409);
  expect(body.error.details).toMatchObject({ code: 'changed_meanwhile', version: 2 });
  await change(admin, { version: 1, assignee: ada!.id }).expect(200);
  expect(await stored()).toMatchObject({ assignee: ada, version: 2 });
});

it.each([
  { version: 1, title: '' },
  { version: 1, title: 5 },
  { version: 1, priority: 'P9' },
  { version: 1, labels: null },
  { version: 1, labels: [''] },
  { version: 1, assignee: '999999' },
  { version: 1, assignee: 'Ada' },
  { version: 1, dueAt: 'soon' },
  { version: 1, dueAt: '0001-01-01T00:00:00.000Z' },
  { version: 1, state: 'done' },
  { version: '1', title: 'x' },
  { title: 'Without a version' },
])('%j is refused, and nothing is changed', async (body) => {
  await change(admin, body).expect(400);
  expect(await stored()).toMatchObject({ title: 'Filed', version: 1 });
});

it('a role reads and changes there what it may in the content manager, and no more', async () => {
  const fields = ['title', 'state', 'body'];
  const reader = await newColleague(server, admin, [BOARD, mayInContentManager('read', 'ticket', fields)]);
  const { body } = await reader.get(`${TICKETS}/${id}`).expect(200);
  expect(body.data).toMatchObject({ title: 'Filed', editable: [] });
  expect(body.data).not.toHaveProperty('ref');
  expect(body.data).not.toHaveProperty('priority');
  await change(reader, { version: 1, title: 'No' }).expect(403);
  // A ref would tell its project and number.
  await reader.get(`${TICKETS}/${ref}`).expect(404);

  const writer = await newColleague(server, admin, [
    BOARD,
    mayInContentManager('read', 'ticket', fields),
    mayInContentManager('update', 'ticket', ['title']),
  ]);
  expect((await writer.get(`${TICKETS}/${id}`).expect(200)).body.data.editable).toEqual(['title']);
  await change(writer, { version: 1, body: 'No' }).expect(403);
  await change(writer, { version: 1, title: 'Yes' }).expect(200);
  expect(await stored()).toMatchObject({ title: 'Yes', body: 'Text' });
  const blind = await newColleague(server, admin, [BOARD]);
  await blind.get(`${TICKETS}/${id}`).expect(403);
  await change(blind, { version: 2, title: 'No' }, 'nothing').expect(403);
});

it('the history says what changed from what to what, of the fields that the role may read', async () => {
  await api.patch(`/tickets/${id}`, { status: 'in_progress', title: 'New', body: 'x'.repeat(30_000) });
  await api.patch(`/tickets/${id}`, { body: 'Short', due_at: '2026-12-24T12:00:00.000Z' });
  await api.patch(`/tickets/${id}`, { status: 'done', title: 'Newer' });
  const [moved, long, longer, created] = await history(admin, 'ticket', id);
  expect(moved!.changes).toEqual({
    status: { from: 'in_progress', to: 'done' },
    title: { from: 'New', to: 'Newer' },
  });
  // Too long for a list.
  expect([long!.changes, longer!.changes, created!.changes]).toEqual([null, null, null]);
  const reader = await newColleague(server, admin, [
    { action: actionId('audit.read') },
    mayInContentManager('read', 'ticket', ['state']),
    mayInContentManager('read', 'audit-entry', ['action', 'at']),
  ]);
  expect((await history(reader, 'ticket', id))[0]!.changes).toEqual({
    status: { from: 'in_progress', to: 'done' },
  });
});

it('the history of a decision tells of its frontmatter only to those who may read its resolution', async () => {
  const decision = await fileDecision(api);
  await api.patch(`/decisions/${decision.id}`, { title: 'Other' }).expect(200);
  const [changed] = await history(admin, 'decision', decision.id);
  expect(changed!.changes).toEqual({ title: { from: decision.title, to: 'Other' } });
});

import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let ada: Admin;
let grace: Admin;

const VIEWS = '/work-tracking/board/views';
const MAY = [
  { action: actionId('board.read') },
  mayInContentManager('read', 'ticket', ['state', 'title', 'priority']),
];

beforeAll(async () => {
  server = await sharedServer();
  ada = await registerAdmin(server);
});
beforeEach(async () => {
  grace = await newColleague(server, ada, MAY);
});
afterAll(() => server.release());

interface View {
  id: string;
  name: string;
  filters: Record<string, string>;
  isOwn: boolean;
  owner: string;
  role: number | null;
}

const listOf = async (who: Admin): Promise<{ views: View[]; roles: { id: number; name: string }[] }> =>
  (await who.get(VIEWS).expect(200)).body.data;

const viewsOf = async (who: Admin) => (await listOf(who)).views;

const save = (who: Admin, name: string, filters: object = { priority: 'P0' }, role: number | null = null) =>
  who.post(VIEWS, { name, filters, role });

const idOf = async (who: Admin) => (await who.get('/admin/users/me').expect(200)).body.data.id as number;

/** Somebody else with the same role. */
async function newPeer(role: number) {
  const peer = await newColleague(server, ada, []);
  const id = await idOf(peer);
  await ada.put(`/admin/users/${id}`, { roles: [role] }).expect(200);
  return { ...peer, id };
}

describe('a view', () => {
  it('is stored for its owner, changed and deleted', async () => {
    const filters = { assignee: 'me', type: 'bug', sort: 'due', due: 'soon' };
    const { body } = await save(grace, '  My open bugs ', filters).expect(200);
    const { id } = body.data as { id: string };
    const view = { id, name: 'My open bugs', filters, isOwn: true, owner: 'Grace Hopper', role: null };
    expect(await viewsOf(grace)).toEqual([view]);
    await grace.put(`${VIEWS}/${id}`, { name: 'My Open bugs', filters: {}, role: null }).expect(200);
    expect(await viewsOf(grace)).toEqual([{ ...view, name: 'My Open bugs', filters: {} }]);
    await grace.delete(`${VIEWS}/${id}`).expect(200);
    expect(await viewsOf(grace)).toEqual([]);
  });

  it('has a name of 1 to 64 characters that no other one of its owner has', async () => {
    for (const name of ['', '  ', 'x'.repeat(65)]) {
      const { body } = await save(grace, name).expect(400);
      expect(body.error.message).toBe('A name has 1 to 64 characters.');
    }
    await save(grace, 'Größe').expect(200);
    const { body: other } = await save(grace, '42').expect(200);
    const taken = [
      await save(grace, 'größe'),
      await grace.put(`${VIEWS}/${other.data.id}`, {
        name: 'GRÖSSE'.replace('SS', 'ß'),
        filters: {},
        role: null,
      }),
    ];
    for (const { status, body } of taken) {
      expect([status, body.error.details.code]).toEqual([400, 'view_name_taken']);
      expect(body.error.message).toBe('You already have a view with that name.');
    }
    await save(ada, `Größe ${Date.now()}`).expect(200);
  });

  it('of two with one name at once, one is stored', async () => {
    const answers = await Promise.all(['Twice', 'twice', 'TWICE'].map((name) => save(grace, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await viewsOf(grace)).toHaveLength(1);
  });

  it('is one of 50 of a person at most, also of two at once', async () => {
    for (let number = 1; number <= 49; number += 1) await save(grace, `View ${number}`).expect(200);
    const answers = await Promise.all(['A', 'B'].map((name) => save(grace, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400)!;
    expect(refused.body.error.details.code).toBe('view_limit');
    expect(await viewsOf(grace)).toHaveLength(50);
  });

  it.each([
    { colour: 'red' },
    { priority: 'P9' },
    { due: 'never' },
    { sort: 'age' },
    { text: '' },
    { text: 'x'.repeat(256) },
    { project: { $ne: 1 } },
    { label: 5 },
    [],
    'text',
  ])('holds no filters that the board does not take: %j', async (filters) => {
    await save(grace, 'Strange', filters as object).expect(400);
    expect(await viewsOf(grace)).toEqual([]);
  });

  it('leaves out what it holds and the board takes no longer', async () => {
    const { body } = await save(grace, 'Aged').expect(200);
    const stored = {
      priority: 'P9',
      label: 'gone',
      sort: 'age',
      colour: 'red',
      text: { $ne: 1 },
      due: 'soon',
    };
    await server.run(
      (strapi, { id, filters }) =>
        strapi.db.connection('work_tracking_board_views').where({ document_id: id }).update({ filters }),
      { id: body.data.id as string, filters: JSON.stringify(stored) },
    );
    expect((await viewsOf(grace))[0]!.filters).toEqual({ label: 'gone', due: 'soon' });
    for (const other of ['[]', '"text"', 'null', '7']) {
      await server.run(
        (strapi, { id, filters }) =>
          strapi.db.connection('work_tracking_board_views').where({ document_id: id }).update({ filters }),
        { id: body.data.id as string, filters: other },
      );
      expect((await viewsOf(grace))[0]!.filters).toEqual({});
    }
  });
});

describe('a shared view', () => {
  it("is seen by the people of the role, with its owner's name, and changed by its owner alone", async () => {
    const [role] = (await listOf(grace)).roles;
    const peer = await newPeer(role!.id);
    const stranger = await newColleague(server, ada, MAY);
    await save(grace, 'Private').expect(200);
    const { body } = await save(grace, 'Team', { label: 'ui' }, role!.id).expect(200);
    const { id } = body.data as { id: string };
    expect(await viewsOf(peer)).toEqual([
      { id, name: 'Team', filters: { label: 'ui' }, isOwn: false, owner: 'Grace Hopper', role: null },
    ]);
    expect(await viewsOf(stranger)).toEqual([]);
    expect((await viewsOf(grace)).find((view) => view.id === id)!.role).toBe(role!.id);
    for (const other of [peer, stranger, ada]) {
      const change = { name: 'Mine', filters: {}, role: null };
      const { body: refused } = await other.put(`${VIEWS}/${id}`, change).expect(404);
      expect(refused.error.message).toBe('You have no such view.');
      await other.delete(`${VIEWS}/${id}`).expect(404);
    }
    await grace.put(`${VIEWS}/${id}`, { name: 'Team', filters: {}, role: null }).expect(200);
    expect(await viewsOf(peer)).toEqual([]);
  });

  it('is shared with a role of its owner, and no other', async () => {
    const [role] = (await listOf(ada)).roles;
    for (const other of [role!.id, 2_000_000]) {
      const { body } = await save(grace, 'Up', {}, other).expect(400);
      expect(body.error.message).toBe('A view can be shared with a role of your own.');
    }
    for (const none of [0, -1, 1.5, '1']) await save(grace, 'Up', {}, none as number).expect(400);
  });

  it('is private once the role is deleted', async () => {
    const { body: made } = await ada
      .post('/admin/roles', { name: `Short ${Date.now()}`, description: '' })
      .expect(201);
    const id = await idOf(grace);
    const [own] = (await listOf(grace)).roles;
    await ada.put(`/admin/users/${id}`, { roles: [own!.id, made.data.id] }).expect(200);
    await save(grace, 'Shared', {}, made.data.id).expect(200);
    await ada.put(`/admin/users/${id}`, { roles: [own!.id] }).expect(200);
    await ada.delete(`/admin/roles/${made.data.id}`).expect(200);
    expect(await viewsOf(grace)).toMatchObject([{ name: 'Shared', role: null }]);
  });

  it('goes with its owner, as private ones do', async () => {
    const [role] = (await listOf(grace)).roles;
    const peer = await newPeer(role!.id);
    await save(peer, 'Private').expect(200);
    await save(peer, 'Shared', {}, role!.id).expect(200);
    expect(await viewsOf(grace)).toHaveLength(1);
    await ada.delete(`/admin/users/${peer.id}`).expect(200);
    expect(await viewsOf(grace)).toEqual([]);
    const left = await server.run((strapi) =>
      strapi.db.connection('work_tracking_board_views').whereNull('owner_id'),
    );
    expect(left).toEqual([]);
  });
});

it("views are not in the content manager's menu, and closed to other roles there", async () => {
  const { body } = await ada.get('/content-manager/content-types').expect(200);
  const uid = 'plugin::work-tracking.board-view';
  const view = (body.data as { uid: string; isDisplayed: boolean }[]).find((type) => type.uid === uid);
  expect(view?.isDisplayed).toBe(false);
  await grace.get(`/content-manager/collection-types/${uid}`).expect(403);
});

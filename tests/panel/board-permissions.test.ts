import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.release());

const BOARD = '/work-tracking/board';
const ALL_FIELDS = ['project', 'title', 'state', 'priority', 'type', 'effort', 'body', 'frontmatter'];
const MAY_USE_BOARD = [{ action: actionId('board.read') }, { action: actionId('ticket.move') }];

const move = (who: Admin, id: string, status: string) => who.post(`${BOARD}/tickets/${id}/move`, { status });

const titles = (body: { data: { title?: string }[] }) => body.data.map(({ title }) => title);

describe("on the board, the content manager's permissions", () => {
  it('are needed besides those of the board', async () => {
    const colleague = await newColleague(server, admin, MAY_USE_BOARD);
    const { body } = await colleague.get(BOARD).expect(403);
    expect(body.error.message).toBe('Your role does not let you read this in the content manager: Ticket.');
    await colleague.get(`${BOARD}/tickets?status=open`).expect(403);
    await colleague.get(`${BOARD}/projects`).expect(403);
    const ticket = await fileTicket(api);
    await move(colleague, ticket.id, 'blocked').expect(403);
  });

  it('hide fields from the cards, and refuse to filter by them', async () => {
    await fileTicket(api, { title: 'Secret', description: 'Hidden', priority: 'P0' });
    const colleague = await newColleague(server, admin, [
      ...MAY_USE_BOARD,
      mayInContentManager('read', 'ticket', ['state', 'type']),
    ]);
    const { body } = await colleague.get(`${BOARD}/tickets?status=open`).expect(200);
    for (const card of body.data) {
      expect(Object.keys(card).sort()).toEqual(['documentId', 'state', 'type']);
    }
    for (const [query, status] of [
      ['text=Secret', 400],
      ['priority=P0', 400],
      [`project=${api.tenantId}`, 403],
    ] as const) {
      await colleague.get(`${BOARD}/tickets?status=open&${query}`).expect(status);
      await colleague.get(`${BOARD}?${query}`).expect(status);
    }
    expect((await colleague.get(`${BOARD}/projects`).expect(200)).body.data).toEqual([]);
  });

  it('are needed for the status itself', async () => {
    const colleague = await newColleague(server, admin, [
      ...MAY_USE_BOARD,
      mayInContentManager('read', 'ticket', ['title']),
    ]);
    const { body } = await colleague.get(BOARD).expect(403);
    expect(body.error.message).toContain('Ticket, state.');
  });

  it('let a role search in the fields that it may read', async () => {
    await fileTicket(api, { title: 'Findable', description: 'needle' });
    const colleague = await newColleague(server, admin, [
      ...MAY_USE_BOARD,
      mayInContentManager('read', 'ticket', ['state', 'title']),
    ]);
    const found = async (text: string) =>
      titles((await colleague.get(`${BOARD}/tickets?status=open&text=${text}`).expect(200)).body);
    expect(await found('findable')).toEqual(['Findable']);
    expect(await found('needle')).toEqual([]);
  });

  it('need not let a role change tickets for it to move them', async () => {
    const ticket = await fileTicket(api);
    const colleague = await newColleague(server, admin, [
      ...MAY_USE_BOARD,
      mayInContentManager('read', 'ticket', ['state']),
    ]);
    const { body } = await move(colleague, ticket.id, 'blocked').expect(200);
    expect(body.data).toMatchObject({ documentId: ticket.id, state: 'blocked' });
    expect(body.data).not.toHaveProperty('title');
  });

  it('do not take the place of "Move tickets"', async () => {
    const ticket = await fileTicket(api);
    const colleague = await newColleague(server, admin, [
      { action: actionId('board.read') },
      mayInContentManager('read', 'ticket', ALL_FIELDS),
      mayInContentManager('update', 'ticket', ALL_FIELDS),
    ]);
    await move(colleague, ticket.id, 'blocked').expect(403);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it('apply with their conditions: tickets of others are neither seen nor moved', async () => {
    const theirs = await fileTicket(api, { labels: ['theirs'] });
    const own = ['admin::is-creator'];
    const colleague = await newColleague(server, admin, [
      ...MAY_USE_BOARD,
      mayInContentManager('read', 'ticket', [...ALL_FIELDS, 'labels'], own),
      mayInContentManager('create', 'ticket', ALL_FIELDS),
    ]);
    const { body: made } = await colleague
      .post('/content-manager/collection-types/plugin::work-tracking.ticket', {
        title: 'Mine',
        state: 'open',
        priority: 'P2',
        project: { connect: [{ documentId: api.tenantId }], disconnect: [] },
      })
      .expect(201);
    const { body } = await colleague.get(`${BOARD}/tickets?status=open`).expect(200);
    expect(titles(body)).toEqual(['Mine']);
    expect((await colleague.get(BOARD).expect(200)).body.data.columns[0].count).toBe(1);
    expect((await colleague.get(`${BOARD}/labels`).expect(200)).body.data).toEqual([]);
    await move(colleague, theirs.id, 'blocked').expect(404);
    await move(colleague, made.data.documentId, 'blocked').expect(200);
  });

  it('apply with conditions of the application, about any attribute', async () => {
    const ticket = await fileTicket(api, { title: 'Published' });
    await server.run(async (strapi) => {
      // Strapi takes conditions while it starts.
      strapi.isLoaded = false;
      await strapi.service('admin::permission').conditionProvider.register({
        displayName: 'Published',
        name: 'published',
        handler: () => ({ publishedAt: { $ne: null } }),
      });
      strapi.isLoaded = true;
    });
    const colleague = await newColleague(server, admin, [
      ...MAY_USE_BOARD,
      mayInContentManager('read', 'ticket', ALL_FIELDS, ['api::published']),
    ]);
    const { body } = await colleague.get(`${BOARD}/tickets?status=open`).expect(200);
    expect(body.data).toContainEqual(expect.objectContaining({ documentId: ticket.id, title: 'Published' }));
  });
});

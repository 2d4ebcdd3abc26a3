import { DEFAULT_TICKET_MOVES, TICKET_STATUSES } from '../../src/plugins/work-tracking/domain/ticket';
import { registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';
import { insertTickets } from '../support/tickets';

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
beforeEach(async () => {
  api = await newProject(server);
});
afterAll(() => server.release());

const BOARD = '/work-tracking/board';

const move = (who: Admin, id: string, status: string) => who.post(`${BOARD}/tickets/${id}/move`, { status });

/** The board's query for this test's project. */
const inProject = (query = '') => `project=${api.tenantId}${query}`;

const titles = (body: { data: { title?: string }[] }) => body.data.map(({ title }) => title);

describe('the columns', () => {
  it('are the statuses, with the allowed moves and the number of tickets of each', async () => {
    await fileTicket(api);
    await fileTicket(api);
    await ticketIn(api, 'done');
    const { body } = await admin.get(`${BOARD}?${inProject()}`).expect(200);
    expect(body.data).toEqual({
      columns: TICKET_STATUSES.map((status) => ({
        status,
        count: { open: 2, done: 1 }[status as string] ?? 0,
        ...({ done: { recent: 1 }, cancelled: { recent: 0 } }[status as string] ?? {}),
        moves: DEFAULT_TICKET_MOVES[status],
      })),
      projectMoves: {},
      priorities: ['P0', 'P1', 'P2', 'P3'],
      canFile: true,
      canRefer: true,
      canAssign: true,
      canLabel: true,
    });
  });

  it('count the tickets that match the filters', async () => {
    await fileTicket(api, { title: 'Größe', priority: 'P0' });
    await fileTicket(api, { title: 'Other', description: 'it is about size', priority: 'P1' });
    await fileTicket(api, { title: 'Third' });
    const counted = async (query: string) => {
      const { body } = await admin.get(`${BOARD}?${inProject(query)}`).expect(200);
      return body.data.columns[0].count;
    };
    expect(await counted('&priority=P0')).toBe(1);
    expect(await counted('&text=SIZE')).toBe(1);
    expect(await counted('&text=th')).toBe(2);
    expect(await counted('&text=th&priority=P1')).toBe(1);
    expect(await counted('&text=100%25')).toBe(0);
  });

  it.each(['priority=P9', 'text=', 'project=', 'colour=red', 'text=a&text=b'])(
    'are refused for ?%s',
    async (query) => {
      const { body } = await admin.get(`${BOARD}?${query}`).expect(400);
      expect(body.error.name).toBe('ValidationError');
    },
  );
});

describe('the cards', () => {
  it('have the fields that a card shows', async () => {
    const ticket = await fileTicket(api, { title: 'T', type: 'bug', effort: 'S', priority: 'P1' });
    const { body } = await admin.get(`${BOARD}/tickets?status=open&${inProject()}`).expect(200);
    expect(body).toEqual({
      data: [
        {
          documentId: ticket.id,
          title: 'T',
          state: 'open',
          priority: 'P1',
          type: 'bug',
          effort: 'S',
          syncedAt: ticket.synced_at,
          ref: ticket.ref,
          labels: [],
          dueAt: null,
          project: { documentId: api.tenantId, key: api.projectKey, name: api.projectKey },
        },
      ],
      meta: { nextCursor: null },
    });
  });

  it('come page by page, the latest change first, each once', async () => {
    const start = Date.parse('2026-01-01T00:00:00Z');
    // Three share each time and are ordered by id.
    const given = Array.from({ length: 120 }, (_, index) => ({
      title: `T${index}`,
      createdAt: start + Math.floor(index / 3) * 1000,
    }));
    await insertTickets(server, api.tenantId, given);
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = '';
    do {
      const place: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await admin.get(`${BOARD}/tickets?status=open&${inProject(place)}`).expect(200);
      seen.push(...(titles(body) as string[]));
      sizes.push(body.data.length);
      cursor = body.meta.nextCursor;
    } while (cursor !== null);
    expect(sizes).toEqual([25, 25, 25, 25, 20]);
    expect(seen).toEqual(given.map(({ title }) => title).reverse());
  });

  it('of the next page stay the same when new tickets come on top', async () => {
    const given = Array.from({ length: 35 }, (_, index) => ({ title: `T${index}`, createdAt: index * 1000 }));
    await insertTickets(server, api.tenantId, given);
    const { body: first } = await admin.get(`${BOARD}/tickets?status=open&${inProject()}`).expect(200);
    await fileTicket(api, { title: 'New' });
    const { body: second } = await admin
      .get(`${BOARD}/tickets?status=open&${inProject(`&cursor=${first.meta.nextCursor}&text=T`)}`)
      .expect(200);
    expect(titles(second)).toEqual(['T9', 'T8', 'T7', 'T6', 'T5', 'T4', 'T3', 'T2', 'T1', 'T0']);
  });

  it('are refused for an invalid cursor', async () => {
    const { body } = await admin.get(`${BOARD}/tickets?status=open&cursor=abc`).expect(400);
    expect(body.error).toMatchObject({ name: 'ApplicationError', details: { code: 'invalid_cursor' } });
  });
});

describe('a move', () => {
  const pairs = TICKET_STATUSES.flatMap((from) => TICKET_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('%s -> %s follows the map of moves', async (from, to) => {
    const ticket = await ticketIn(api, from);
    const answer = await move(admin, ticket.id, to);
    const { body: now } = await api.get(`/tickets/${ticket.id}`).expect(200);
    if (from === to || DEFAULT_TICKET_MOVES[from]!.includes(to)) {
      expect([answer.status, answer.body.data.state, now.ticket.status]).toEqual([200, to, to]);
    } else {
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        name: 'ValidationError',
        message: expect.stringContaining(`A ticket can't move from ${from} to ${to}`),
        details: { code: 'invalid_transition', from, to },
      });
      expect(now.ticket).toEqual(ticket);
    }
  });

  it('is recorded with its administrator, in the audit and in the content manager', async () => {
    const ticket = await fileTicket(api);
    await move(admin, ticket.id, 'blocked').expect(200);
    const stored = await server.run(
      async (strapi, documentId) => ({
        audit: await strapi.db
          .query('plugin::work-tracking.audit-entry')
          .findOne({ where: { targetId: documentId, action: 'ticket.updated' } }),
        ticket: await strapi.db
          .query('plugin::work-tracking.ticket')
          .findOne({ where: { documentId }, populate: { updatedBy: true } }),
      }),
      ticket.id as string,
    );
    expect(stored.audit).toMatchObject({ actorType: 'admin', actorId: '1', actorName: 'Ada Lovelace' });
    expect(stored.ticket).toMatchObject({ version: 2, updatedBy: { id: 1 } });
  });

  it('of a ticket that does not exist is 404', async () => {
    const { body } = await move(admin, 'gone', 'done').expect(404);
    expect(body.error).toMatchObject({ name: 'NotFoundError', message: 'This ticket is no longer there.' });
  });

  it('takes a status and nothing else', async () => {
    const ticket = await fileTicket(api);
    const path = `${BOARD}/tickets/${ticket.id}/move`;
    await admin.post(path, {}).expect(400);
    await admin.post(path, { status: 'blocked', title: 'Mine' }).expect(400);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });
});

describe('the marker of changes', () => {
  const marker = async () => (await admin.get(`${BOARD}/changes`).expect(200)).body.data.marker as string;

  it('differs after each change, and stays the same while nothing changes', async () => {
    const markers = [await marker()];
    const ticket = await fileTicket(api);
    markers.push(await marker());
    await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(200);
    markers.push(await marker());
    await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(200);
    expect(await marker()).toBe(markers.at(-1));
    await api.delete(`/tickets/${ticket.id}`).expect(200);
    markers.push(await marker());
    expect(new Set(markers).size).toBe(4);
  });
});

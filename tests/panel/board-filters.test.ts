import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
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
const DAY_MS = 24 * 3600 * 1000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

interface Cards {
  data: { title: string }[];
  meta: { nextCursor: string | null };
}

/** The titles of a column of this test's project, page by page. */
async function titlesIn(status: string, query = '', who = admin): Promise<string[]> {
  const found: string[] = [];
  let place = '';
  do {
    const path = `${BOARD}/tickets?status=${status}&project=${api.tenantId}${query}${place}`;
    const { data, meta }: Cards = (await who.get(path).expect(200)).body;
    found.push(...data.map(({ title }) => title));
    place = meta.nextCursor === null ? '' : `&cursor=${meta.nextCursor}`;
  } while (place !== '');
  return found;
}

async function columnOf(status: string, query = '') {
  const { body } = await admin.get(`${BOARD}?project=${api.tenantId}${query}`).expect(200);
  return body.data.columns.find((column: { status: string }) => column.status === status);
}

describe('the board is filtered', () => {
  it('by whose the ticket is: somebody, the person who looks, nobody', async () => {
    const colleague = await newColleague(server, admin, [
      { action: actionId('board.read') },
      { action: actionId('ticket.move') },
      mayInContentManager('read', 'ticket', ['state', 'title', 'assignee', 'project']),
    ]);
    const me = (await colleague.get('/admin/users/me')).body.data.id as number;
    await fileTicket(api, { title: 'Mine', assignee: String(me) });
    await fileTicket(api, { title: 'Hers', assignee: '1' });
    await fileTicket(api, { title: 'Free' });
    expect(await titlesIn('open', '&assignee=me', colleague)).toEqual(['Mine']);
    expect(await titlesIn('open', '&assignee=me')).toEqual(['Hers']);
    expect(await titlesIn('open', `&assignee=${me}`)).toEqual(['Mine']);
    expect(await titlesIn('open', '&assignee=none')).toEqual(['Free']);
    for (const nobody of ['0', '-1', '1.5', '99999999999', 'ada']) {
      expect(await titlesIn('open', `&assignee=${nobody}`)).toEqual([]);
    }
    expect(await columnOf('open', '&assignee=none')).toMatchObject({ count: 1 });
    const { body } = await colleague.get(`${BOARD}/choices`).expect(200);
    expect(body.data.filters).toEqual(['project', 'assignee', 'text']);
  });

  it('by a label, a type and when it is due, all at once', async () => {
    await fileTicket(api, { title: 'A', labels: ['ui', 'Late'], type: 'bug', due_at: inDays(-1) });
    await fileTicket(api, { title: 'B', labels: ['ui'], type: 'bug', due_at: inDays(3) });
    await fileTicket(api, { title: 'C', labels: ['UI', "o'k %_"], type: 'task', due_at: inDays(8) });
    await fileTicket(api, { title: 'D', type: 'bug' });
    expect(await titlesIn('open', '&label=ui')).toEqual(['B', 'A']);
    expect(await titlesIn('open', '&label=UI')).toEqual(['C']);
    expect(await titlesIn('open', `&label=${encodeURIComponent("o'k %_")}`)).toEqual(['C']);
    expect(await titlesIn('open', '&label=u')).toEqual([]);
    expect(await titlesIn('open', '&type=bug')).toEqual(['D', 'B', 'A']);
    expect(await titlesIn('open', '&due=overdue')).toEqual(['A']);
    expect(await titlesIn('open', '&due=soon')).toEqual(['B']);
    expect(await titlesIn('open', '&due=none')).toEqual(['D']);
    expect(await titlesIn('open', '&label=ui&type=bug&due=soon&priority=P2&text=b&assignee=none')).toEqual([
      'B',
    ]);
    expect(await columnOf('open', '&label=ui&due=soon')).toMatchObject({ count: 1 });
  });

  it('by a label that many tickets have, in the order of the list', async () => {
    const given = Array.from({ length: 1100 }, (_, index) => ({
      title: `T${index}`,
      createdAt: Date.now() - (1100 - index) * 1000,
    }));
    await insertTickets(server, api.tenantId, given);
    const label = `many-${api.projectKey}`;
    await server.run(async (strapi, name) => {
      const tickets = await strapi.db.connection('work_tracking_tickets').select('id', 'project_id', 'title');
      const rows = tickets
        .filter(({ title }: { title: string }) => /^T\d/.test(title))
        .map(({ id, project_id }: { id: number; project_id: number }) => ({
          ...{ document_id: crypto.randomUUID(), ticket_id: id, project_id, label: name },
          created_at: new Date(),
        }));
      await strapi.db.connection.batchInsert('work_tracking_labels', rows, 100);
    }, label);
    await fileTicket(api, { title: 'Without' });
    const found = await titlesIn('open', `&label=${label}&text=T10`);
    expect(found).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `T${1099 - index}`),
      ...['T109', 'T108', 'T107', 'T106', 'T105', 'T104', 'T103', 'T102', 'T101', 'T100', 'T10'],
    ]);
    expect(await columnOf('open', `&label=${label}`)).toMatchObject({ count: 1001 });
  });

  it('and what has ended is not overdue', async () => {
    const ticket = await fileTicket(api, { title: 'Late', due_at: inDays(-1) });
    await api.patch(`/tickets/${ticket.id}`, { status: 'cancelled' }).expect(200);
    expect(await titlesIn('cancelled')).toEqual(['Late']);
    expect(await titlesIn('cancelled', '&due=overdue')).toEqual([]);
    expect(await columnOf('cancelled', '&due=overdue')).toMatchObject({ count: 0, recent: 0 });
  });

  it.each([
    'due=yesterday',
    'assignee=',
    'label=',
    `label=${'x'.repeat(256)}`,
    'label=a&label=b',
    'sort=age',
  ])('never by %s', async (query) => {
    await admin.get(`${BOARD}/tickets?status=open&${query}`).expect(400);
  });

  it('by no field that the role may not read, and sorted by none', async () => {
    const colleague = await newColleague(server, admin, [
      { action: actionId('board.read') },
      mayInContentManager('read', 'ticket', ['state', 'title']),
    ]);
    const { body } = await colleague.get(`${BOARD}/choices`).expect(200);
    expect(body.data).toEqual({ filters: ['text'], priorities: expect.any(Array) });
    for (const [query, status] of [
      ['assignee=me', 403],
      ['label=ui', 403],
      ['due=soon', 403],
      ['due=none', 403],
      ['type=bug', 403],
      ['priority=P0', 400],
    ] as const) {
      await colleague.get(`${BOARD}/tickets?status=open&${query}`).expect(status);
      await colleague.get(`${BOARD}?${query}`).expect(status);
    }
    for (const sort of ['due', 'priority']) {
      await colleague.get(`${BOARD}/tickets?status=open&sort=${sort}`).expect(403);
    }
    await colleague.get(`${BOARD}/labels`).expect(403);
  });
});

describe('the labels to choose from', () => {
  const labelsOf = async (query = '', who = admin): Promise<string[]> =>
    (await who.get(`${BOARD}/labels?${query}`).expect(200)).body.data;

  it('are those that tickets have, in every column, of one project where it is given', async () => {
    const name = `b-${api.projectKey}`;
    await fileTicket(api, { labels: [name, 'ui'] });
    const other = await newProject(server);
    await fileTicket(other, { labels: [`a-${other.projectKey}`] });
    const ended = await ticketIn(api, 'done');
    await api.patch(`/tickets/${ended.id}`, { labels: ['Late', 'ui'] }).expect(200);
    expect(await labelsOf(`project=${api.tenantId}`)).toEqual([name, 'Late', 'ui']);
    expect(await labelsOf('project=gone')).toEqual([]);
    expect(await labelsOf()).toEqual(expect.arrayContaining([`a-${other.projectKey}`, name, 'Late', 'ui']));
    await api.patch(`/tickets/${ended.id}`, { labels: [] }).expect(200);
    expect(await labelsOf(`project=${api.tenantId}`)).toEqual([name, 'ui']);
  });

  it('are two hundred at most, those on the most tickets', async () => {
    const labels = Array.from({ length: 210 }, (_, index) => `l${1000 + index}`);
    for (let begin = 0; begin < labels.length; begin += 20) {
      await fileTicket(api, { labels: labels.slice(begin, begin + 20) });
    }
    await fileTicket(api, { labels: labels.slice(-10) });
    const given = await labelsOf(`project=${api.tenantId}`);
    expect(given).toHaveLength(200);
    expect(given).toEqual(expect.arrayContaining(labels.slice(-10)));
  });
});

describe('the order of a column', () => {
  it('is the last change, the priority or the date when it is due, each ticket once, page by page', async () => {
    const priorities = ['P2', 'P0', 'P3', 'P1'];
    const given = Array.from({ length: 90 }, (_, index) => ({
      title: `T${index}`,
      priority: priorities[index % 4]!,
      // Three share each time and are ordered by id.
      createdAt: Date.now() - (100 - Math.floor(index / 3)) * 60_000,
    }));
    await insertTickets(server, api.tenantId, given);
    const newest = given.map(({ title }) => title).reverse();
    expect(await titlesIn('open', '&sort=changed')).toEqual(newest);
    const ofPriority = (one: string) =>
      newest.filter((title) => priorities[Number(title.slice(1)) % 4] === one);
    expect(await titlesIn('open', '&sort=priority')).toEqual(['P0', 'P1', 'P2', 'P3'].flatMap(ofPriority));
    expect(await titlesIn('open', '&sort=priority&assignee=none')).toEqual(
      ['P0', 'P1', 'P2', 'P3'].flatMap(ofPriority),
    );
    expect(await titlesIn('open', '&sort=priority&priority=P3')).toEqual(ofPriority('P3'));

    const titles = newest.slice(0, 60);
    await server.run(
      async (strapi, due) => {
        for (const [index, title] of due.titles.entries()) {
          // Two share each date, and those of other projects have the same titles.
          const dueAt = new Date(due.now + Math.floor(index / 2) * 60_000);
          await strapi.db
            .connection('work_tracking_tickets')
            .where({ title, state: 'open' })
            .update({ due_at: dueAt });
        }
      },
      { titles, now: Date.now() },
    );
    const soonest = titles.map((_, index) => titles[index % 2 === 0 ? index + 1 : index - 1]);
    expect(await titlesIn('open', '&sort=due')).toEqual([...soonest, ...newest.slice(60)]);
  });

  it('stays as it was for the next page when others change or go', async () => {
    const given = Array.from({ length: 30 }, (_, index) => ({
      title: `T${index}`,
      createdAt: Date.now() - (60 - index) * 60_000,
    }));
    const ids = await insertTickets(server, api.tenantId, given);
    const path = `${BOARD}/tickets?status=open&project=${api.tenantId}&sort=priority`;
    const { body: first } = await admin.get(path).expect(200);
    await fileTicket(api, { title: 'New', priority: 'P0' });
    // The last of the page, from which its cursor was made.
    await api.delete(`/tickets/${ids[5]}`).expect(200);
    const { body: second } = await admin.get(`${path}&cursor=${first.meta.nextCursor}`).expect(200);
    expect(second.data.map(({ title }: { title: string }) => title)).toEqual(['T4', 'T3', 'T2', 'T1', 'T0']);
  });

  it.each(['0.', '9.', '1.abc', '-1.', '0', 'a.b', '0.AAAA'])(
    'is refused for the cursor %s',
    async (cursor) => {
      const path = `${BOARD}/tickets?status=open&project=${api.tenantId}&cursor=${cursor}`;
      const { body, status } = await admin.get(path);
      if (cursor === '0.') expect(status).toBe(200);
      else expect([status, body.error.details.code]).toEqual([400, 'invalid_cursor']);
    },
  );
});

describe('where work ends, a column', () => {
  it('has what changed in the last two weeks, and the rest when it is asked for', async () => {
    const ago = (days: number) => Date.now() - days * DAY_MS;
    await insertTickets(server, api.tenantId, [
      { title: 'Old', state: 'done', createdAt: ago(15) },
      { title: 'Recent', state: 'done', createdAt: ago(13) },
      { title: 'Open and old', createdAt: ago(100) },
    ]);
    await ticketIn(api, 'done');
    expect(await columnOf('done')).toMatchObject({ count: 3, recent: 2 });
    expect(await titlesIn('done', '&recent=true')).toEqual(['A ticket', 'Recent']);
    for (const sort of ['due', 'priority']) {
      expect(await titlesIn('done', `&recent=true&sort=${sort}`)).toEqual(['A ticket', 'Recent']);
    }
    expect(await titlesIn('done')).toEqual(['A ticket', 'Recent', 'Old']);
    expect(await columnOf('open')).not.toHaveProperty('recent');
  });
});

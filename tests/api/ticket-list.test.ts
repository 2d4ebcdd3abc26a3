import { fileTicket, newProject, ticketIn, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';
import { insertTickets as insertNewTickets } from '../support/tickets';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

const insertTickets = (api: Api, createdAt: number[]) =>
  insertNewTickets(
    server,
    api.tenantId,
    createdAt.map((time, index) => ({ title: `Ticket ${index}`, createdAt: time })),
  );

async function walk(
  api: Api,
  query = 'limit=37',
  between: (seen: string[]) => Promise<void> = async () => {},
) {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const answer = await api.get(`/tickets?${query}${cursor ? `&cursor=${cursor}` : ''}`).expect(200);
    const body: { tickets: { id: string }[]; has_more: boolean; next_cursor: string | null } = answer.body;
    expect(body.has_more).toBe(body.next_cursor !== null);
    ids.push(...body.tickets.map(({ id }) => id));
    if (body.next_cursor === null) return ids;
    cursor = body.next_cursor;
    await between(ids);
  }
}

const BASE = Date.UTC(2026, 0, 1);

describe('GET /tickets (specification 4.1)', () => {
  it('answers with the newest first', async () => {
    const api = await newProject(server);
    const first = await fileTicket(api);
    const second = await fileTicket(api);
    const { body } = await api.get('/tickets').expect(200);
    expect(body).toEqual({ version: 'v1', tickets: [second, first], next_cursor: null, has_more: false });
  });

  it('filters by status, priority and type', async () => {
    const api = await newProject(server);
    const bug = await fileTicket(api, { priority: 'P0', type: 'bug' });
    const chore = await fileTicket(api, { priority: 'P0', type: 'chore' });
    const blocked = await ticketIn(api, 'blocked');
    const ids = async (query: string) =>
      (await api.get(`/tickets?${query}`).expect(200)).body.tickets.map(({ id }: { id: string }) => id);
    expect(await ids('status=blocked')).toEqual([blocked.id]);
    expect(await ids('priority=P0')).toEqual([chore.id, bug.id]);
    expect(await ids('type=bug')).toEqual([bug.id]);
    expect(await ids('priority=P0&type=chore&status=open')).toEqual([chore.id]);
    expect(await ids('status=done')).toEqual([]);
  });

  it('takes only the same text for a type, whatever the database compares by itself', async () => {
    const api = await newProject(server);
    const types = ['bug', 'Bug', 'büg'];
    for (const type of types) await fileTicket(api, { type, labels: ['a'] });
    for (const type of types) {
      for (const query of ['', '&label=a', '&status=open']) {
        const { body } = await api.get(`/tickets?type=${encodeURIComponent(type)}${query}`).expect(200);
        expect(body.tickets).toMatchObject([{ type }]);
      }
    }
  });

  it('gives 50 rows unless asked, and never more than 100', async () => {
    const api = await newProject(server);
    await insertTickets(
      api,
      Array.from({ length: 120 }, (_, index) => BASE + index),
    );
    const count = async (query: string) =>
      (await api.get(`/tickets${query}`).expect(200)).body.tickets.length;
    expect(await count('')).toBe(50);
    expect(await count('?limit=1')).toBe(1);
    expect(await count('?limit=100')).toBe(100);
    expect(await count('?limit=500')).toBe(100);
    expect(await count(`?limit=${'9'.repeat(30)}`)).toBe(100);
  });
});

describe('the cursor (specification 8)', () => {
  it('walks 300 rows at limit 37 that share milliseconds, each once', async () => {
    const api = await newProject(server);
    await insertTickets(
      api,
      Array.from({ length: 300 }, (_, index) => BASE + Math.floor(index / 10)),
    );
    const ids = await walk(api);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(300);
  });

  it('misses and repeats nothing while rows come and go, its own row included', async () => {
    const api = await newProject(server);
    await insertTickets(
      api,
      Array.from({ length: 300 }, (_, index) => BASE + Math.floor(index / 10)),
    );
    const before = await walk(api, 'limit=100');
    const gone: string[] = [];
    const ids = await walk(api, 'limit=37', async (seen) => {
      // Deletes the cursor's own row, one before it and one after it, and adds a new one.
      const own = seen.at(-1)!;
      const ahead = before.slice(before.indexOf(own) + 3)[0];
      if (ahead) gone.push(ahead);
      for (const id of [own, seen.at(-20)!, ahead]) {
        if (id) await api.delete(`/tickets/${id}`).expect(200);
      }
      await fileTicket(api);
    });
    expect(gone).toHaveLength(7);
    expect(ids).toEqual(before.filter((id) => !gone.includes(id)));
  });

  it('marks a place: with other filters and for other tokens it gives their own rows from there', async () => {
    const api = await newProject(server);
    const other = await newProject(server);
    await insertTickets(api, [BASE, BASE + 1, BASE + 2]);
    await insertTickets(other, [BASE, BASE + 2]);
    const { body } = await api.get('/tickets?limit=2').expect(200);
    const theirs = await other.get(`/tickets?cursor=${body.next_cursor}`).expect(200);
    expect(theirs.body.tickets.map(({ created_at: at }: { created_at: string }) => Date.parse(at))).toEqual([
      BASE,
    ]);
    expect(theirs.body.tickets[0].project_key).toBe(other.projectKey);
    const none = await api.get(`/tickets?status=done&cursor=${body.next_cursor}`).expect(200);
    expect(none.body.tickets).toEqual([]);
  });

  it('is refused when altered, cut or lengthened', async () => {
    const api = await newProject(server);
    await insertTickets(api, [BASE, BASE + 1]);
    const { body } = await api.get('/tickets?limit=1').expect(200);
    const cursor: string = body.next_cursor;
    const swap = (index: number) =>
      cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
    const broken = [
      ...Array.from({ length: cursor.length }, (_, index) => swap(index)),
      cursor.slice(0, -1),
      cursor.slice(4),
      `${cursor}A`,
      `${cursor}AAAA`,
      `${cursor}%3D`,
      'x',
      '%F0%9F%98%80',
    ];
    for (const value of broken) {
      const answer = await api.get(`/tickets?cursor=${value}`);
      expect([value, answer.status, answer.body.error]).toEqual([value, 400, 'invalid_cursor']);
    }
  });
});

import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startReceiver } from '../support/receiver';
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

/** The titles of a list, in its order, however many pages it has. */
async function titles(query: string, own = api): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  do {
    const { body } = await own.get(`/tickets?${query}${cursor}`).expect(200);
    found.push(...body.tickets.map(({ title }: { title: string }) => title));
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  return found;
}

describe('labels (specification 2.1)', () => {
  it('are a set whose order is kept; an empty list clears it', async () => {
    const ticket = await fileTicket(api, { labels: ['ui', 'bug', 'ui'] });
    expect(ticket.labels).toEqual(['ui', 'bug']);
    const { body } = await api.patch(`/tickets/${ticket.id}`, { labels: ['bug', 'ui'] }).expect(200);
    expect(body.ticket).toMatchObject({ labels: ['bug', 'ui'], version: 2 });
    const { body: same } = await api.patch(`/tickets/${ticket.id}`, { labels: ['bug', 'ui', 'bug'] });
    expect(same.ticket.version).toBe(2);
    const { body: none } = await api.patch(`/tickets/${ticket.id}`, { labels: [] }).expect(200);
    expect(none.ticket).toMatchObject({ labels: [], version: 3 });
    expect((await fileTicket(api)).labels).toEqual([]);
  });

  it('are at most 20, of 1 to 64 characters; null is none of them', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `label ${index}`);
    expect((await fileTicket(api, { labels: [...many, ...many] })).labels).toEqual(many);
    expect((await fileTicket(api, { labels: ['x'.repeat(64)] })).labels).toHaveLength(1);
    const refused: [unknown, string][] = [
      [null, 'labels'],
      ['bug', 'labels'],
      [[...many, 'one more'], 'labels'],
      [Array.from({ length: 5000 }, () => 'bug'), 'labels'],
      [[''], 'labels.0'],
      [['ok', 'x'.repeat(65)], 'labels.1'],
      [['ok', 7], 'labels.1'],
      [[null], 'labels.0'],
    ];
    const { id } = await fileTicket(api);
    for (const [labels, path] of refused) {
      for (const answer of [
        await api.post('/tickets', { title: 'A ticket', labels }),
        await api.patch(`/tickets/${id}`, { labels }),
      ]) {
        expect([answer.status, answer.body.error, answer.body.details[0].path]).toEqual([
          400,
          'validation_failed',
          path,
        ]);
      }
    }
  });

  it('keep the same rules in the content manager', async () => {
    const { id } = await fileTicket(api, { labels: ['ui'] });
    const save = (labels: unknown) => admin.put(`${collection('ticket')}/${id}`, { labels });
    await save(['ui', 'ui', 'api']).expect(200);
    expect(await titles('label=api')).toEqual(['A ticket']);
    for (const labels of [
      ['x'.repeat(65)],
      [''],
      'ui',
      { a: 1 },
      Array.from({ length: 21 }, (_, n) => `${n}`),
    ]) {
      await save(labels).expect(400);
    }
    expect((await api.get(`/tickets/${id}`)).body.ticket.labels).toEqual(['ui', 'api']);
    await save(null).expect(200);
    expect((await api.get(`/tickets/${id}`)).body.ticket.labels).toEqual([]);
    expect(await titles('label=api')).toEqual([]);
  });

  it('are in the events, with what they were before', async () => {
    const receiver = await startReceiver();
    await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
    const { id } = await fileTicket(api, { labels: ['a'] });
    await api.patch(`/tickets/${id}`, { labels: ['b'], due_at: '2027-01-01T10:00:00+02:00' }).expect(200);
    const [updated] = await receiver.until(1);
    expect(updated!.body.data).toMatchObject({
      labels: ['b'],
      due_at: '2027-01-01T08:00:00.000Z',
      changes: {
        labels: { from: ['a'], to: ['b'] },
        due_at: { from: null, to: '2027-01-01T08:00:00.000Z' },
      },
    });
    await receiver.close();
  });
});

describe('the list of a label', () => {
  it('has the project’s tickets with exactly this label, newest first, with any other filter', async () => {
    const other = await newProject(server);
    await fileTicket(other, { title: 'theirs', labels: ['bug'] });
    await fileTicket(api, { title: '1', labels: ['bug'] });
    await fileTicket(api, { title: '2', labels: ['Bug'] });
    await fileTicket(api, { title: '3', labels: ['bug '] });
    await fileTicket(api, { title: '4', labels: ['x', 'bug'], priority: 'P0', type: 'fault' });
    await fileTicket(api, { title: '5', labels: ['bügs'] });
    const { id } = await fileTicket(api, { title: '6', labels: ['y'] });
    expect(await titles('label=bug')).toEqual(['4', '1']);
    expect(await titles('label=Bug')).toEqual(['2']);
    expect(await titles('label=bug%20')).toEqual(['3']);
    expect(await titles('label=b%C3%BCgs')).toEqual(['5']);
    expect(await titles('label=bug&priority=P0')).toEqual(['4']);
    expect(await titles('label=bug&type=fault&status=open')).toEqual(['4']);
    expect(await titles('label=bug&status=done')).toEqual([]);
    expect(await titles(`label=${'x'.repeat(300)}`)).toEqual([]);
    await api.patch(`/tickets/${id}`, { labels: ['bug', 'y'] }).expect(200);
    expect(await titles('label=bug')).toEqual(['6', '4', '1']);
    await api.delete(`/tickets/${id}`).expect(200);
    expect(await titles('label=bug')).toEqual(['4', '1']);
    expect(await titles('label=bug', other)).toEqual(['theirs']);
  });

  it('goes on at its cursor, and misses and repeats nothing', async () => {
    for (let number = 0; number < 12; number += 1) {
      await fileTicket(api, {
        title: String(number),
        labels: number % 3 === 0 ? ['rare'] : ['often', 'too'],
      });
    }
    expect(await titles('label=often&limit=3')).toEqual(['11', '10', '8', '7', '5', '4', '2', '1']);
    expect(await titles('label=rare&limit=2')).toEqual(['9', '6', '3', '0']);
    expect(await titles('label=rare&limit=4')).toEqual(['9', '6', '3', '0']);
  });
});

describe('due_at', () => {
  it('is a time or null, and due_before finds what is due earlier', async () => {
    await fileTicket(api, { title: 'none' });
    await fileTicket(api, { title: 'soon', due_at: '2027-01-02T00:00:00Z', labels: ['a'] });
    const { id } = await fileTicket(api, { title: 'later', due_at: '2027-03-01T00:00:00Z' });
    expect(await titles('due_before=2027-01-02T00:00:00Z')).toEqual([]);
    expect(await titles('due_before=2027-01-02T00:00:00.001Z')).toEqual(['soon']);
    expect(await titles('due_before=2027-04-01T02:00:00%2B02:00')).toEqual(['later', 'soon']);
    expect(await titles('due_before=2027-04-01T00:00:00Z&label=a')).toEqual(['soon']);
    const { body } = await api.patch(`/tickets/${id}`, { due_at: null }).expect(200);
    expect(body.ticket).toMatchObject({ due_at: null, version: 2 });
    const { body: same } = await api.patch(`/tickets/${id}`, { due_at: null }).expect(200);
    expect(same.ticket.version).toBe(2);
    for (const due_at of ['tomorrow', '2027-02-30T00:00:00Z', 5, '', '0001-01-01T00:00:00Z']) {
      const answer = await api.patch(`/tickets/${id}`, { due_at }).expect(400);
      expect(answer.body.details[0].path).toBe('due_at');
    }
    await api.get('/tickets?due_before=tomorrow').expect(400);
  });

  it('is a time that every database can store, in the content manager as well', async () => {
    const { id } = await fileTicket(api, { due_at: '2027-01-01T00:00:00Z' });
    const save = (dueAt: unknown) => admin.put(`${collection('ticket')}/${id}`, { dueAt });
    for (const dueAt of [
      '0001-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.999Z',
      '9999-01-01T00:00:00.000Z',
    ]) {
      const { body } = await save(dueAt).expect(400);
      expect(body.error.message).toBe('due_at must be a time between the years 1970 and 9998.');
    }
    expect((await api.get(`/tickets/${id}`)).body.ticket.due_at).toBe('2027-01-01T00:00:00.000Z');
    await save(null).expect(200);
    expect((await api.get(`/tickets/${id}`)).body.ticket.due_at).toBeNull();
  });
});

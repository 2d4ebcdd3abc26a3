import { MAX_RECORD_BYTES } from '../../src/plugins/work-tracking/domain/record-size';
import { collection, registerAdmin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server);
});
afterAll(() => server.release());

const text = (length: number) => 'x'.repeat(length);

interface Ticket {
  id: string;
  body: string;
}

/** A ticket that can not take another character. */
async function fullTicket(): Promise<Ticket> {
  const ticket = await fileTicket(api, { body: '' });
  const content = Object.fromEntries(
    Object.entries(ticket as object).filter(
      ([name]) => !['status', 'version', 'synced_at', 'created_at', 'updated_at'].includes(name),
    ),
  );
  const room = MAX_RECORD_BYTES - Buffer.byteLength(JSON.stringify(content));
  const { body } = await api.patch(`/tickets/${ticket.id}`, { body: text(room) }).expect(200);
  return body.ticket;
}

/** Writes past every rule, as before there was a limit. */
const store = (table: string, id: string, values: object) =>
  server.run(
    async (strapi, argument) => {
      await strapi.db.connection(argument.table).where({ document_id: argument.id }).update(argument.values);
    },
    { table, id, values },
  );

const update = (type: string, documentId: string, data: object) =>
  server.run(
    async (strapi, argument) => {
      await strapi.documents(argument.uid as never).update(argument as never);
    },
    { uid: `plugin::work-tracking.${type}`, documentId, data },
  );

describe('a record has at most 1 MB (specification 9)', () => {
  it('to the byte, with what is merged into it, and it can be moved', async () => {
    const { id, body } = await fullTicket();
    const refused = await api.patch(`/tickets/${id}`, { body: `${body}x` }).expect(413);
    expect(refused.body).toEqual({
      error: 'record_too_large',
      message: expect.stringContaining(`${MAX_RECORD_BYTES + 1} bytes`),
    });
    await api.patch(`/tickets/${id}`, { frontmatter: { a: 1 } }).expect(413);
    for (const status of ['in_progress', 'in_review', 'done']) {
      await api.patch(`/tickets/${id}`, { status }).expect(200);
    }
    const { ticket } = (await api.get(`/tickets/${id}`)).body;
    expect(ticket).toMatchObject({ body, frontmatter: {}, version: 5 });
  });

  it('bytes are counted, not characters', async () => {
    await api.post('/tickets', { title: 'T', body: '€'.repeat(340_000) }).expect(201);
    const ticket = await fileTicket(api, { body: '€'.repeat(200_000) });
    await api.patch(`/tickets/${ticket.id}`, { frontmatter: { a: '€'.repeat(200_000) } }).expect(413);
  });

  it('a new one that is larger than its request', async () => {
    const numbers = Array(100_000).fill(1e20) as number[];
    const sent = JSON.stringify({ title: 'T', frontmatter: { numbers } }).replaceAll(String(1e20), '1e20');
    const answer = await fetch(`${server.url}/api/v1/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: sent,
    });
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'record_too_large' }]);
  });

  it('decisions too, resolution included', async () => {
    const { id } = await fileDecision(api, { body_markdown: text(600_000) });
    await api.patch(`/decisions/${id}`, { frontmatter: { a: text(600_000) } }).expect(413);
    await api.post(`/decisions/${id}/resolve`, { status: 'yes', note: text(600_000) }).expect(413);
    await api.post(`/decisions/${id}/resolve`, { status: 'yes', note: 'short' }).expect(200);
  });

  it('through code and the panel, which gets the sentence', async () => {
    const { id } = await fullTicket();
    const error = { details: { code: 'record_too_large' }, name: 'ValidationError' };
    await expect(update('ticket', id, { title: 'A longer title' })).rejects.toMatchObject(error);
    const query = server.run(async (strapi, documentId) => {
      const data = { title: 'A longer title' };
      await strapi.db.query('plugin::work-tracking.ticket').update({ where: { documentId }, data });
    }, id);
    await expect(query).rejects.toMatchObject(error);
    const admin = await registerAdmin(server);
    const { status, body } = await admin.put(`${collection('ticket')}/${id}`, { title: 'A longer title' });
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('a record has at most 1048576'),
    ]);
    expect((await api.get(`/tickets/${id}`)).body.ticket.title).toBe('A ticket');
  });

  it('one from before the limit can be moved, resolved and made smaller, not larger', async () => {
    const ticket = await fileTicket(api);
    await store('work_tracking_tickets', ticket.id, { body: text(3_000_000) });
    await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(200);
    await api.patch(`/tickets/${ticket.id}`, { title: 'A longer title' }).expect(413);
    await update('ticket', ticket.id, { body: text(2_000_000), title: 'A longer title' });
    await expect(update('ticket', ticket.id, { body: text(2_000_001) })).rejects.toThrow(
      'a record has at most',
    );
    const decision = await fileDecision(api);
    await store('work_tracking_decisions', decision.id, { body_markdown: text(3_000_000) });
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'yes', note: 'short' }).expect(200);
    await api.patch(`/decisions/${decision.id}`, { title: 'A longer title' }).expect(413);
    await api.patch(`/decisions/${decision.id}`, { body_markdown: '' }).expect(200);
  });
});

describe('a page ends early at 4 MB (specification 4.7)', () => {
  const MAX_PAGE_BYTES = 4 * 1024 * 1024;
  /** Beside the records. */
  const ENVELOPE_BYTES = 300;

  /** Every id of a list, page by page, by the cursor. */
  async function walk(own: Api, path: string, name: string): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor = ''; ;) {
      const { text: answer, body } = await own.get(`${path}${cursor}`).expect(200);
      if (body[name].length > 1) expect(answer.length).toBeLessThanOrEqual(MAX_PAGE_BYTES + ENVELOPE_BYTES);
      pages.push(body[name].map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) return pages;
      cursor = `${path.includes('?') ? '&' : '?'}cursor=${body.next_cursor}`;
    }
  }

  it('tickets', async () => {
    const own = await newProject(server);
    const ids: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      ids.unshift((await fileTicket(own, { body: text(900_000) })).id);
    }
    const pages = await walk(own, '/tickets?limit=100', 'tickets');
    expect(pages.map((page) => page.length)).toEqual([4, 4, 1]);
    expect(pages.flat()).toEqual(ids);
    expect((await walk(own, '/tickets?limit=3', 'tickets')).map((page) => page.length)).toEqual([3, 3, 3]);
  });

  it('text that is longer as JSON than it is stored', async () => {
    const own = await newProject(server);
    for (let index = 0; index < 9; index += 1) {
      await fileTicket(own, { body: '\n'.repeat(500_000) });
    }
    const pages = await walk(own, '/tickets', 'tickets');
    expect(pages.map((page) => page.length)).toEqual([4, 4, 1]);
  });

  it('one record that is larger than a page', async () => {
    const own = await newProject(server);
    const [first, second] = [await fileTicket(own), await fileTicket(own)];
    await store('work_tracking_tickets', first.id, { body: text(5_000_000) });
    await store('work_tracking_tickets', second.id, { body: text(5_000_000) });
    expect(await walk(own, '/tickets', 'tickets')).toEqual([[second.id], [first.id]]);
  });

  it('decisions, by cursor and by offset', async () => {
    const own = await newProject(server);
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      ids.unshift((await fileDecision(own, { body_markdown: text(900_000) })).id);
    }
    const pages = await walk(own, '/decisions', 'decisions');
    expect(pages).toEqual([ids.slice(0, 4), ids.slice(4)]);
    const { body: rest } = await own.get('/decisions?offset=4').expect(200);
    expect(rest).toMatchObject({ decisions: [{ id: ids[4] }, { id: ids[5] }], has_more: false });
    const { body: one } = await own.get('/decisions?limit=1&offset=1').expect(200);
    expect(one).toMatchObject({ decisions: [{ id: ids[1] }], has_more: true });
    const { body: next } = await own.get(`/decisions?limit=1&cursor=${one.next_cursor}`).expect(200);
    expect(next.decisions).toMatchObject([{ id: ids[2] }]);
  });

  it('subscriptions', async () => {
    const own = await newProject(server);
    const { id } = await subscribe(own, `https://a.example/${text(2000)}`);
    await server.run(async (strapi, documentId) => {
      const table = () => strapi.db.connection('work_tracking_webhook_subscriptions');
      const { id: _id, ...row } = await table().where({ document_id: documentId }).first();
      // Some drivers have read it.
      if (typeof row.event_types !== 'string') row.event_types = JSON.stringify(row.event_types);
      for (let batch = 0; batch < 25; batch += 1) {
        await table().insert(
          Array.from({ length: 100 }, (_, index) => ({ ...row, document_id: `copy-${batch}-${index}` })),
        );
      }
    }, id);
    const pages = await walk(own, '/webhooks/subscriptions', 'subscriptions');
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat()).size).toBe(2501);
  });
});

import { ALL_EVENTS, fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
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

const changesOf = async (of: Api, query = '') => (await of.get(`/changes${query}`).expect(200)).body;
const endOf = async (of: Api): Promise<number> => (await changesOf(of)).next_after;

describe('the changes of a project', () => {
  it('are listed oldest first, each with its record as it is now', async () => {
    const start = await endOf(api);
    const ticket = await fileTicket(api, { title: 'One' });
    const decision = await fileDecision(api);
    await api.patch(`/tickets/${ticket.id}`, { title: 'Two' }).expect(200);
    const page = await changesOf(api, `?after=${start}`);
    expect(page).toMatchObject({ version: 'v1', next_after: start + 3, has_more: false });
    expect(page.changes).toMatchObject([
      { seq: start + 1, action: 'ticket.created', target: { type: 'ticket', id: ticket.id } },
      { seq: start + 2, action: 'decision.created', target: { type: 'decision', id: decision.id } },
      { seq: start + 3, action: 'ticket.updated', changes: { title: { from: 'One', to: 'Two' } } },
    ]);
    const current = (await api.get(`/tickets/${ticket.id}`)).body.ticket;
    expect(page.changes[0]).toMatchObject({ changes: null, actor: { type: 'api_token' }, record: current });
    expect(page.changes[1]).toMatchObject({ changes: null, record: decision });
    expect(page.changes[2].record).toEqual(current);
  });

  it('are numbered from 1 without a gap: refused and ineffective ones have no number', async () => {
    const ticket = await fileTicket(api);
    await api.patch(`/tickets/${ticket.id}`, { status: 'nonsense' }).expect(400);
    await api.patch(`/tickets/${ticket.id}`, { title: ticket.title }).expect(200);
    await fileTicket(api);
    const { changes } = await changesOf(api);
    expect(changes.map(({ seq }: { seq: number }) => seq)).toEqual(
      changes.map((_: object, index: number) => index + 1),
    );
  });

  it('tell of what is deleted without a record', async () => {
    const ticket = await fileTicket(api);
    await api.delete(`/tickets/${ticket.id}`).expect(200);
    const { changes } = await changesOf(api, `?target_id=${ticket.id}`);
    expect(changes).toMatchObject([
      { action: 'ticket.created', record: null },
      { action: 'ticket.deleted', record: null },
    ]);
  });

  it('say what was updated, and of nothing else', async () => {
    const start = await endOf(api);
    const decision = await fileDecision(api);
    const { id } = (await api.post(`/decisions/${decision.id}/comments`, { body: 'One' }).expect(201)).body
      .comment;
    await api.patch(`/comments/${id}`, { body: 'Two' }).expect(200);
    await api.post(`/decisions/${decision.id}/resolve`, { status: 'yes' }).expect(200);
    const { changes } = await changesOf(api, `?after=${start}`);
    expect(changes).toMatchObject([
      { action: 'decision.created', changes: null },
      { action: 'comment.created', changes: null, target: { type: 'decision', id: decision.id } },
      { action: 'comment.updated', changes: null },
      { action: 'decision.resolved', changes: null, record: { frontmatter: { status: 'resolved' } } },
    ]);
  });

  it('name what was changed of a subscription, and never its secret', async () => {
    const subscription = await subscribe(api, 'https://example.org/a', { secret: 'hidden-from-all' });
    await server.run(async (strapi, documentId) => {
      const update = (data: object) =>
        strapi.documents('plugin::work-tracking.webhook-subscription').update({ documentId, data });
      await update({ url: 'https://example.org/b' });
      await update({ newSecret: 'hidden-as-well' });
    }, subscription.id);
    const { changes } = await changesOf(api, `?target_type=subscription`);
    expect(changes).toMatchObject([
      { action: 'subscription.created', record: null },
      {
        action: 'subscription.updated',
        changes: { url: { from: 'https://example.org/a', to: 'https://example.org/b' } },
      },
      { action: 'subscription.updated' },
    ]);
    expect(JSON.stringify(changes)).not.toContain('hidden');
  });

  it('of a token say neither secret nor name of another', async () => {
    const { changes } = await changesOf(api, '?target_type=token');
    expect(changes).toMatchObject([{ action: 'token.issued', record: null, changes: null }]);
    expect(JSON.stringify(changes)).not.toContain(api.token);
  });
});

describe('a page of changes', () => {
  it('has so many as are asked for, and tells where to go on', async () => {
    const start = await endOf(api);
    for (let count = 0; count < 5; count += 1) await fileTicket(api);
    const first = await changesOf(api, `?after=${start}&limit=2`);
    expect(first).toMatchObject({ next_after: start + 2, has_more: true });
    const second = await changesOf(api, `?after=${first.next_after}&limit=3`);
    expect(second).toMatchObject({ next_after: start + 5, has_more: false });
    expect(second.changes).toHaveLength(3);
  });

  it('has 50 unless a number is given, and 100 at most, however long somebody would wait', async () => {
    const start = await endOf(api);
    await Promise.all(Array.from({ length: 101 }, () => fileTicket(api)));
    expect((await changesOf(api, `?after=${start}`)).changes).toHaveLength(50);
    const page = await changesOf(api, `?after=${start}&limit=1000&wait=1000`);
    expect(page.changes).toHaveLength(100);
    expect(page).toMatchObject({ next_after: start + 100, has_more: true });
  });

  it('passes over what a filter leaves out', async () => {
    const start = await endOf(api);
    const ticket = await fileTicket(api);
    await fileDecision(api);
    await fileTicket(api);
    const page = (query: string) => changesOf(api, `?after=${start}&${query}`);
    expect(await page('action=decision.created&limit=1')).toMatchObject({
      changes: [{ seq: start + 2 }],
      next_after: start + 3,
      has_more: false,
    });
    expect(await page('target_type=ticket&limit=1')).toMatchObject({
      changes: [{ seq: start + 1 }],
      next_after: start + 1,
      has_more: true,
    });
    expect(await page(`target_id=${ticket.id}`)).toMatchObject({ changes: [{ seq: start + 1 }] });
    expect(await page('action=ticket.deleted')).toMatchObject({ changes: [], next_after: start + 3 });
    expect(await page(`target_type=decision&target_id=${ticket.id}`)).toMatchObject({ changes: [] });
  });

  it.each(['1000000', '2147483648', '9007199254740991', '007'])(
    'beyond the end is empty and gives back what was given: %s',
    async (after) => {
      const { changes, next_after, has_more } = await changesOf(api, `?after=${after}&action=ticket.created`);
      expect({ changes, has_more }).toEqual({ changes: [], has_more: false });
      expect(next_after).toBe(Number(after));
    },
  );

  it('ends early where its records are larger than a page may be', async () => {
    const start = await endOf(api);
    const body = 'x'.repeat(700_000);
    const tickets = [];
    for (let count = 0; count < 8; count += 1) tickets.push(await fileTicket(api, { body }));
    await api.patch(`/tickets/${tickets[0]!.id}`, { body: 'short' }).expect(200);
    const found = [];
    for (let after = start, more = true; more;) {
      const response = await api.get(`/changes?after=${after}`).expect(200);
      expect(Buffer.byteLength(response.text)).toBeLessThan(4.1 * 1024 * 1024);
      found.push(...response.body.changes);
      ({ next_after: after, has_more: more } = response.body);
    }
    expect(found.map(({ record }) => record.id)).toEqual(
      [...tickets, tickets[0]].map((ticket) => ticket!.id),
    );
    expect(found.map(({ record }) => record.body.length)).toEqual([5, ...Array(7).fill(700_000), 5]);
  });

  it.each([
    ['after=-1', 'after'],
    ['after=1.5', 'after'],
    ['after=9007199254740992', 'after'],
    ['after=9007199254740993', 'after'],
    ['after=99999999999999999999', 'after'],
    ['after=', 'after'],
    ['after=1&after=2', 'after'],
    ['limit=0', 'limit'],
    ['wait=-1', 'wait'],
    ['wait=soon', 'wait'],
    ['target_type=comment', 'target_type'],
    ['action=ticket', 'action'],
    ['cursor=abc', 'cursor'],
  ])('is refused for %s', async (query, path) => {
    const { body } = await api.get(`/changes?${query}`).expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path }] });
  });

  it.each(["' or 1=1 --", '%00', '💥', 'a'.repeat(1000)])(
    'finds nothing of a target that is none: %s',
    async (id) => {
      const response = await api.get(`/changes?target_id=${encodeURIComponent(id)}`);
      if (response.status === 200) expect(response.body.changes).toEqual([]);
      else
        expect(response.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'target_id' }] });
    },
  );
});

describe('the deliveries of a change', () => {
  it('carry its number, each time that they are sent; a test event has none', async () => {
    const receiver = await startReceiver();
    const subscription = await subscribe(api, receiver.url, { event_types: ALL_EVENTS });
    await fileDecision(api);
    await fileTicket(api);
    const created = await receiver.until(
      2,
      ({ body }) => body.event === 'ticket.created' || body.data.action === 'ticket.created',
    );
    const seq = String(await endOf(api));
    expect(created.map(({ headers }) => headers['x-service-sequence'])).toEqual([seq, seq]);
    const [delivery] = (await api.get(`/webhooks/deliveries?event_type=ticket.created`)).body.deliveries;
    await api.post(`/webhooks/deliveries/${delivery.id}/resend`).expect(202);
    const sent = await receiver.until(2, ({ body }) => body.id === delivery.event_id);
    expect(sent.map(({ headers }) => headers['x-service-sequence'])).toEqual([seq, seq]);
    await api.post(`/webhooks/subscriptions/${subscription.id}/test`).expect(202);
    const [ping] = await receiver.until(1, ({ body }) => body.event === 'ping');
    expect(ping!.headers).not.toHaveProperty('x-service-sequence');
    await receiver.close();
  });
});

describe('several changes in one transaction', () => {
  it('have the numbers in their order, in each project', async () => {
    const other = await newProject(server);
    const starts = [await endOf(api), await endOf(other)] as const;
    const keys = [other.projectKey, api.projectKey];
    await server.run(async (strapi, [second, first]) => {
      const projectOf = (key: string) =>
        strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } });
      await strapi.db.transaction(async () => {
        for (const key of [second, first, second]) {
          const { id: project } = await projectOf(key!);
          await strapi
            .documents('plugin::work-tracking.ticket')
            .create({ data: { title: `In ${key}`, project } });
        }
      });
    }, keys);
    expect((await changesOf(api, `?after=${starts[0]}`)).changes).toMatchObject([{ seq: starts[0] + 1 }]);
    expect((await changesOf(other, `?after=${starts[1]}`)).changes).toMatchObject([
      { seq: starts[1] + 1 },
      { seq: starts[1] + 2 },
    ]);
  });

  it('leave no number behind when it is rolled back, and none twice when its callback commits', async () => {
    const start = await endOf(api);
    await server.run(async (strapi, key) => {
      const { id: project } = await strapi.db
        .query('plugin::work-tracking.project')
        .findOne({ where: { key } });
      const create = (title: string) =>
        strapi.documents('plugin::work-tracking.ticket').create({ data: { title, project } });
      await strapi.db
        .transaction(async () => {
          await create('Rolled back');
          throw new Error('no');
        })
        .catch((error: unknown) => {
          if ((error as Error).message !== 'no') throw error;
        });
      await strapi.db.transaction(async ({ commit }) => {
        await create('Committed by hand');
        await commit();
      });
    }, api.projectKey);
    expect((await changesOf(api, `?after=${start}`)).changes).toMatchObject([
      { seq: start + 1, action: 'ticket.created', record: { title: 'Committed by hand' } },
    ]);
  });
});

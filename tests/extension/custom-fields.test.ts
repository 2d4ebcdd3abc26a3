import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOMER, extended, LINK, CUSTOM_FIELDS } from '../support/extended';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let receiver: Receiver;
let api: Api;
let customers: string[];
let file: string;

beforeAll(async () => {
  const files = {
    ...extended('ticket', CUSTOM_FIELDS),
    ...extended('decision', { area: { type: 'string' }, link: LINK }),
    ...CUSTOMER,
    ...COMPONENTS,
  };
  server = await startServer({ env: builtWith({ files }) });
  receiver = await startReceiver();
  api = await newProject(server);
  ({ customers, file } = await server.run(async (strapi) => {
    const made = [];
    for (const name of ['Ada', 'Bob']) {
      const data = { name };
      made.push(
        await strapi
          .documents('api::customer.customer' as never)
          .create({ data, status: 'published' } as never),
      );
    }
    const { documentId } = await strapi.db.query('plugin::upload.file').create({
      data: {
        name: 'a.png',
        hash: 'a',
        ext: '.png',
        mime: 'image/png',
        size: 1,
        url: '/uploads/a.png',
        provider: 'local',
      },
    });
    return { customers: made.map((row: { documentId: string }) => row.documentId), file: documentId };
  }));
});
afterAll(async () => {
  await server.destroy();
  await receiver.close();
});

/**
 * For each field: a value, how the record shows it, another value, and one that is refused, with the path in the
 * error.
 */
const values = (): [string, unknown, unknown, unknown, unknown, string][] => {
  const [ada, bob] = customers as [string, string];
  const shownFile = expect.objectContaining({ id: file, name: 'a.png', url: '/uploads/a.png' });
  return [
    ['customer_tier', 'gold', 'gold', 'silver', 'tin', 'customer_tier'],
    ['summary', 'a word', 'a word', 'another', 'A word', 'summary'],
    ['contact', 'ada@example.org', 'ada@example.org', 'bob@example.org', 'ada', 'contact'],
    ['story', 'long', 'long', 'longer', 1, 'story'],
    ['points', 3, 3, 5, 22, 'points'],
    ['serial', '9007199254740991', '9007199254740991', 12, '1.5', 'serial'],
    ['weight', 1.25, 1.25, 2, '2', 'weight'],
    ['cost', 12.5, 12.5, 99999999.99, 1e8, 'cost'],
    ['billable', true, true, false, 'yes', 'billable'],
    ['due', '2026-02-20', '2026-02-20', '2026-02-21', '2026-02-30', 'due'],
    ['at', '09:40', '09:40:00.000', '10:00:00.000', '25:00', 'at'],
    [
      'seen',
      '2026-02-20T10:40:44+01:00',
      '2026-02-20T09:40:44.000Z',
      '2026-02-21T09:40:44.000Z',
      'now',
      'seen',
    ],
    ['extra', { a: [1] }, { a: [1] }, [2], false, 'extra'],
    [
      'text',
      [{ type: 'paragraph', children: [{ type: 'text', text: 'a' }] }],
      expect.any(Array),
      [],
      'a',
      'text',
    ],
    ['customer', ada, ada, bob, 'nobody', 'customer'],
    ['watchers', [ada, bob], [ada, bob], [bob], [ada, 'nobody'], 'watchers.1'],
    ['attachment', file, shownFile, null, 'nothing', 'attachment'],
    ['attachments', [{ id: file, name: 'x' }], [shownFile], [], ['nothing'], 'attachments.0'],
    [
      'link',
      { label: 'a', owner: ada },
      { label: 'a', url: null, owner: ada },
      { label: 'b', owner: null },
      { url: 'x' },
      'link.label',
    ],
    [
      'estimate',
      { hours: 2, links: [{ label: 'a' }] },
      { hours: 2, links: [{ label: 'a', url: null, owner: null }] },
      { hours: 3, links: [] },
      { hours: 1, links: [{ label: 'a', owner: 'nobody' }] },
      'estimate.links.0.owner',
    ],
    [
      'zone',
      [{ __component: 'work.link', label: 'a' }],
      [{ __component: 'work.link', label: 'a', url: null, owner: null }],
      [],
      [{ __component: 'work.none' }],
      'zone.0.__component',
    ],
  ];
};
const NAMES = Object.keys(CUSTOM_FIELDS).filter(
  (name) => !['cost_center', 'passphrase', 'external', 'related'].includes(name),
);

const valuesOf = (name: string) => values().find(([field]) => field === name)!;

it('is in every record, empty until it is given', async () => {
  const ticket = await fileTicket(api);
  const { watchers, attachments, zone, related, ...single } = ticket;
  expect([watchers, attachments, zone, related]).toEqual([[], [], [], []]);
  for (const name of NAMES.filter((field) => field in single)) expect(single).toHaveProperty(name, null);
  for (const hidden of ['cost_center', 'passphrase']) expect(ticket).not.toHaveProperty(hidden);
});

describe.each(NAMES)('%s', (name) => {
  it('is taken by POST, shown by GET, changed by PATCH with its event, and left alone when it is the same', async () => {
    const [, given, shown, other] = valuesOf(name);
    const ticket = await fileTicket(api, { [name]: given });
    expect(ticket[name]).toEqual(shown);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
    const list = await api.get('/tickets?limit=1');
    expect(list.body.tickets[0]).toEqual(ticket);

    const same = await api.patch(`/tickets/${ticket.id}`, { [name]: given }).expect(200);
    expect(same.body.ticket).toEqual(ticket);

    await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
    const { body } = await api.patch(`/tickets/${ticket.id}`, { [name]: other }).expect(200);
    expect(body.ticket.version).toBe(2);
    const [event] = await receiver.until(1, ({ body: sent }) => sent.data.id === ticket.id);
    expect(event!.body.data).toMatchObject({ [name]: body.ticket[name], version: 2 });
    expect(event!.body.data.changes).toMatchObject({
      [name]: { from: ticket[name], to: body.ticket[name] },
      version: { from: 1, to: 2 },
    });
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(body.ticket);
    expect((await api.delete(`/tickets/${ticket.id}`).expect(200)).body.ticket).toEqual(body.ticket);
  });
});

it('what it can not hold is refused with its path, and nothing is written', async () => {
  const ticket = await fileTicket(api);
  for (const [name, , , , refused, path] of values()) {
    for (const answer of [
      await api.post('/tickets', { title: 'A ticket', [name]: refused }),
      await api.patch(`/tickets/${ticket.id}`, { [name]: refused }),
    ]) {
      expect([name, answer.status, answer.body.error]).toEqual([name, 400, 'validation_failed']);
      expect(answer.body.details.map((detail: { path: string }) => detail.path)).toEqual([path]);
    }
  }
  expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
});

describe('a list', () => {
  it.each(
    Object.entries({
      customer_tier: ['gold', 'silver'],
      summary: ['one', 'two'],
      points: [1, 2],
      serial: ['41', '42'],
      weight: [1.5, 2],
      cost: [1.25, 2],
      billable: [true, false],
      due: ['2026-02-20', '2026-02-21'],
      at: ['09:40', '10:40'],
      seen: ['2026-02-20T09:40:44Z', '2026-02-21T09:40:44Z'],
    }),
  )('is filtered by %s', async (name, [one, other]) => {
    const own = await newProject(server);
    const wanted = await fileTicket(own, { [name]: one });
    await fileTicket(own, { [name]: other });
    const { body } = await own.get(`/tickets?${name}=${encodeURIComponent(String(one))}`).expect(200);
    expect(body.tickets).toEqual([wanted]);
  });

  it.each([
    'customer_tier=tin',
    'points=many',
    'points=1.5',
    'points=2147483648',
    `points=-${'9'.repeat(400)}`,
    `weight=${'9'.repeat(400)}`,
    `cost=${'9'.repeat(400)}`,
    'billable=1',
    'due=soon',
    'due=0000-01-01',
    'extra=1',
    'attachment=x',
    'cost_center=1',
  ])('refuses %s', async (query) => {
    const { body } = await api.get(`/tickets?${query}`).expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: query.split('=')[0] }] });
  });
});

it('a value that must be unique is refused the second time', async () => {
  await fileTicket(api, { external: 'A-1' });
  const { body } = await api.post('/tickets', { title: 'Again', external: 'A-1' }).expect(400);
  expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: 'external' }] });
});

it.each(['cost_center', 'passphrase'])('%s is private: the API does not know it', async (name) => {
  const { body } = await api.post('/tickets', { title: 'A ticket', [name]: 'x' }).expect(400);
  expect(body).toMatchObject({ details: [{ path: name, code: 'unknown_field' }] });
  expect(body.details[0].accepted).not.toContain(name);
});

it('null clears it', async () => {
  const ticket = await fileTicket(api, {
    customer_tier: 'gold',
    customer: customers[0],
    link: { label: 'a' },
  });
  const { body } = await api
    .patch(`/tickets/${ticket.id}`, { customer_tier: null, customer: null, link: null })
    .expect(200);
  expect(body.ticket).toMatchObject({ customer_tier: null, customer: null, link: null, version: 2 });
});

it("another project's ticket can't be pointed at", async () => {
  const foreign = await fileTicket(await newProject(server));
  const own = await fileTicket(api);
  const { body } = await api
    .post('/tickets', { title: 'A ticket', related: [own.id, foreign.id] })
    .expect(400);
  expect(body.details).toEqual([
    { path: 'related.1', code: 'invalid_value', message: `There is nothing with the id "${foreign.id}".` },
  ]);
  expect((await fileTicket(api, { related: [own.id] })).related).toEqual([own.id]);
});

it.each([
  ['a relation', 'customer', () => customers[1]],
  ['a component', 'link', () => ({ label: 'changed' })],
  ['a private field', 'cost_center', () => 'C-1'],
])('a change of %s through another door is a change like any other', async (_what, name, value) => {
  const ticket = await fileTicket(api, { customer: customers[0], link: { label: 'a' } });
  const update = (given: unknown) =>
    server.run(
      async (strapi, { documentId, data }) => {
        await strapi.documents('plugin::work-tracking.ticket' as never).update({ documentId, data } as never);
      },
      { documentId: ticket.id, data: { [name]: given } },
    );
  await update(value());
  const { body } = await api.get(`/tickets/${ticket.id}`);
  expect(body.ticket.version).toBe(2);
  expect(body.ticket.synced_at > ticket.synced_at).toBe(true);
  await update(value());
  expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(body.ticket);
});

it('decisions have theirs too, in their event as well', async () => {
  const other: Api = await newProject(server);
  await subscribe(other, receiver.url, { event_types: ['decision.resolved'] });
  const { body } = await other
    .post('/decisions', { slug: 's', title: 'A decision', area: 'core', link: { label: 'a' } })
    .expect(201);
  expect(body.decision).toMatchObject({ area: 'core', link: { label: 'a' } });
  const changed = await other.patch(`/decisions/${body.decision.id}`, { link: { label: 'b' } }).expect(200);
  expect(changed.body.decision).toMatchObject({ area: 'core', link: { label: 'b' }, version: 2 });
  await other.post('/decisions', { slug: 't', title: 'A decision', area: 7 }).expect(400);
  const resolved = await other.post(`/decisions/${body.decision.id}/resolve`, { status: 'yes' }).expect(200);
  expect(resolved.body.decision).toMatchObject({ area: 'core', link: { label: 'b' }, version: 3 });
  const [event] = await receiver.until(1, ({ body: sent }) => sent.data.id === body.decision.id);
  expect(event!.body.data).toEqual(resolved.body.decision);
});

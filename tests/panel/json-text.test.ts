import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const PART_FILES = {
  'components/team/part.json': {
    collectionName: 'components_team_parts',
    info: { displayName: 'Part' },
    options: {},
    attributes: { label: { type: 'string' }, data: { type: 'json' } },
  },
  'components/team/whole.json': {
    collectionName: 'components_team_wholes',
    info: { displayName: 'Whole' },
    options: {},
    attributes: { parts: { type: 'component', component: 'team.part', repeatable: true } },
  },
};
const PART_FIELDS = {
  part: { type: 'component', component: 'team.part' },
  whole: { type: 'component', component: 'team.whole' },
  zone: { type: 'dynamiczone', components: ['team.part', 'team.whole'] },
};

let server: OwnServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await startServer({
    env: builtWith({
      files: {
        ...PART_FILES,
        ...extended('ticket', { extra: { type: 'json' }, ...PART_FIELDS }),
        ...extended('decision', PART_FIELDS),
      },
    }),
  });
  admin = await registerAdmin(server);
  api = await newProject(server);
});
afterAll(() => server.destroy());

const tickets = collection('ticket');
const decisions = collection('decision');
const subscriptions = collection('webhook-subscription');

const inProject = () => ({ connect: [{ documentId: api.tenantId }], disconnect: [] });

/** As the editor of the content manager's form sends JSON. */
const typed = (value: unknown) => JSON.stringify(value, null, 2);

const OPTIONS = [{ id: 'a', title: 'A' }];

describe('JSON that is typed into a form', () => {
  it('makes a decision with options, which can be resolved with one of them', async () => {
    const { body } = await admin
      .post(decisions, {
        slug: 'typed',
        title: 'Typed',
        frontmatter: typed({ options: OPTIONS }),
        project: inProject(),
      })
      .expect(201);
    const path = `/decisions/${body.data.documentId}`;
    expect((await api.get(path)).body.decision.frontmatter).toEqual({ options: OPTIONS, status: 'open' });
    await admin.put(`${decisions}/${body.data.documentId}`, {
      frontmatter: typed({ options: [...OPTIONS, { id: 'b', title: 'B' }] }),
    });
    await api.post(`${path}/resolve`, { status: 'yes', option_id: 'b' }).expect(200);
  });

  it('is checked like what the API sends', async () => {
    const answer = await admin.post(decisions, {
      slug: 'twice',
      title: 'Twice',
      frontmatter: typed({ options: [...OPTIONS, ...OPTIONS] }),
      project: inProject(),
    });
    expect([answer.status, answer.body.error.message]).toEqual([400, 'The option id "a" is there twice.']);
    const list = await admin.post(tickets, { title: 'T', frontmatter: '[]', project: inProject() });
    expect([list.status, list.body.error.message]).toEqual([400, 'frontmatter must be an object.']);
  });

  it.each([
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['{"a": undefined}', 'line 1, column 7'],
    ['{"a": 1} // why', 'line 1, column 10'],
    ['{"a": "one', 'line 1, column 7'],
    ['hello', 'line 1, column 1'],
  ])('is refused at its field with the place where it breaks: %j', async (frontmatter, place) => {
    const ticket = await fileTicket(api);
    const decision = await fileDecision(api);
    const message = `frontmatter is not valid JSON: see ${place}.`;
    for (const path of [`${tickets}/${ticket.id}`, `${decisions}/${decision.id}`]) {
      const { status, body } = await admin.put(path, { title: 'New', frontmatter });
      expect([status, body.error.message]).toEqual([400, message]);
      expect(body.error.details.errors).toEqual([
        { path: ['frontmatter'], message, name: 'ValidationError' },
      ]);
    }
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
    expect((await api.get(`/decisions/${decision.id}`)).body.decision).toEqual(decision);
  });

  it('is no change when it says what is stored, and empty when it is emptied', async () => {
    const ticket = await fileTicket(api, { frontmatter: { a: [1] }, extra: { b: 1 } });
    const path = `${tickets}/${ticket.id}`;
    await admin.put(path, { frontmatter: typed({ a: [1] }), extra: typed({ b: 1 }) }).expect(200);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
    await admin.put(path, { frontmatter: '', extra: '' }).expect(200);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toMatchObject({
      frontmatter: {},
      extra: null,
      version: 2,
    });
  });

  it('is read in the fields that a team has added, and in those of other types', async () => {
    const { body } = await admin
      .post(tickets, { title: 'T', extra: typed({ b: [true] }), project: inProject() })
      .expect(201);
    const { body: answer } = await api.get(`/tickets/${body.data.documentId}`);
    expect(answer.ticket.extra).toEqual({ b: [true] });
    const broken = await admin.put(`${tickets}/${body.data.documentId}`, { extra: '{' });
    expect([broken.status, broken.body.error.details.errors[0].path]).toEqual([400, ['extra']]);
    await admin
      .post(subscriptions, {
        url: 'http://127.0.0.1/hook',
        newSecret: 'a secret',
        eventTypes: typed(['ticket.created']),
        project: inProject(),
      })
      .expect(201);
    const { body: listed } = await api.get('/webhooks/subscriptions');
    expect(listed.subscriptions[0].event_types).toEqual(['ticket.created']);
  });

  it('is read in code as well: documents() and db.query()', async () => {
    const { id } = await fileTicket(api);
    await server.run(async (strapi, documentId) => {
      const uid = 'plugin::work-tracking.ticket';
      await strapi
        .documents(uid as never)
        .update({ documentId, data: { frontmatter: '{"one": 1}' } } as never);
      await strapi.db.query(uid).update({ where: { documentId }, data: { extra: '{"two": 2}' } });
    }, id);
    expect((await api.get(`/tickets/${id}`)).body.ticket).toMatchObject({
      frontmatter: { one: 1 },
      extra: { two: 2 },
      version: 3,
    });
    const broken = server.run(
      (strapi, documentId) =>
        strapi.db
          .query('plugin::work-tracking.ticket')
          .update({ where: { documentId }, data: { frontmatter: '{' } }),
      id,
    );
    await expect(broken).rejects.toThrow('frontmatter is not valid JSON: see line 1, column 2.');
  });

  it('is refused by the API, which takes an object', async () => {
    const { id } = await fileTicket(api);
    await api.patch(`/tickets/${id}`, { frontmatter: '{}' }).expect(400);
    await api.patch(`/tickets/${id}`, { extra: '{"a": 1}' }).expect(400);
    await api.post('/decisions', { slug: 'text', title: 'T', frontmatter: '{}' }).expect(400);
  });
});

/** A component's values, everywhere that a component can stand, with the path of the first. */
const PLACES: [string, (part: object) => object][] = [
  ['part', (part) => ({ part })],
  ['whole.parts.1', (part) => ({ whole: { parts: [{ label: 'first' }, part] } })],
  ['zone.0', (part) => ({ zone: [{ __component: 'team.part', ...part }] })],
  ['zone.0.parts.0', (part) => ({ zone: [{ __component: 'team.whole', parts: [part] }] })],
];

describe.each(PLACES)('a component at %s', (place, within) => {
  const [attribute] = place.split('.');

  it('has its JSON read, in tickets and decisions', async () => {
    for (const [path, name] of [
      [tickets, 'ticket'],
      [decisions, 'decision'],
    ] as const) {
      const { body } = await admin
        .post(path, {
          title: `In ${place}`,
          ...within({ label: 'x', data: typed({ b: [true] }) }),
          project: inProject(),
        })
        .expect(201);
      const read = async () =>
        JSON.stringify((await api.get(`/${name}s/${body.data.documentId}`)).body[name]);
      expect(await read()).toContain('"data":{"b":[true]}');
      await admin.put(`${path}/${body.data.documentId}`, within({ label: 'x', data: '' })).expect(200);
      expect(await read()).toContain('"data":null');
    }
  });

  it.each([
    ['{"a":1,', 'is not valid JSON: see line 1, column 8.'],
    ['hello', 'is not valid JSON: see line 1, column 1.'],
    ['{"a": 1e999}', 'The number is larger than any that can be kept; send it as a string.'],
    ['{"a": 9007199254740993}', 'The number has more digits than can be kept; send it as a string.'],
    ['"\\u0000"', 'The text holds a NUL or half of a surrogate pair.'],
  ])('refuses %j', async (data, sentence) => {
    const ticket = await fileTicket(api);
    const answer = await admin.put(`${tickets}/${ticket.id}`, within({ label: 'x', data }));
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(sentence)]);
    expect(answer.body.error.message).toContain(`${place}.data`);
    expect(answer.body.error.details.errors[0].path).toEqual([attribute]);
    expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);
  });

  it('refuses text that no database can store', async () => {
    const { id } = await fileTicket(api);
    const refused = server.run(
      (strapi, { documentId, data }) =>
        strapi.documents('plugin::work-tracking.ticket' as never).update({ documentId, data } as never),
      { documentId: id, data: within({ label: 'a \0' }) },
    );
    await expect(refused).rejects.toMatchObject({ name: 'ValidationError' });
  });
});

describe('what no database can store', () => {
  it.each([
    '\0',
    '\ud800',
    '{"a": "\\u0000"}',
    '{"\\ud800": 1}',
    `{"a": ${'['.repeat(40)}${']'.repeat(40)}}`,
  ])('is refused at its field: %j', async (text) => {
    const { id } = await fileTicket(api);
    const [name, value] = text.startsWith('{') ? ['frontmatter', text] : ['body', `a ${text}`];
    const refused = server.run(
      (strapi, { documentId, data }) =>
        strapi.documents('plugin::work-tracking.ticket' as never).update({ documentId, data } as never),
      { documentId: id, data: { [name]: value } },
    );
    await expect(refused).rejects.toMatchObject({
      name: 'ValidationError',
      details: { errors: [{ path: [name] }] },
    });
  });
});

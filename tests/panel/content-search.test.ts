import { collection, mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let admin: Admin;
let api: Api;
let ids: Record<string, string>;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
  api = await newProject(server);
  const { id: first } = await subscribe(api, 'http://127.0.0.1:9/hook/first-path');
  const { id: second } = await subscribe(api, 'http://127.0.0.1:9/hook/second-path');
  const { id: ticket } = await fileTicket(api, { title: 'A lantern', body: 'It flickers at night' });
  const { id: decision } = await fileDecision(api, { title: 'A lamp', body_markdown: 'It **flickers**' });
  ids = { first, second, ticket, decision };
});
afterAll(() => server.release());

const may = (type: string, ...fields: string[]) => mayInContentManager('read', type, fields);

/** The ids of the records of this file's project that a list shows. */
async function listed(person: Admin, type: string, query: string): Promise<string[]> {
  const { body } = await person.get(`${collection(type)}?${query}`).expect(200);
  const found = (body.results as { documentId: string }[]).map(({ documentId }) => documentId);
  return found.filter((id) => Object.values(ids).includes(id));
}

async function refusal(person: Admin, type: string, query: string) {
  const { body } = await person.get(`${collection(type)}?${query}`).expect(403);
  return body.error.details;
}

describe('a search in the content manager goes by', () => {
  const CASES: [type: string, shown: string[], text: string, found: string[]][] = [
    ['webhook-subscription', ['active'], 'first-path', []],
    ['webhook-subscription', ['active', 'url'], 'first-path', ['first']],
    ['webhook-subscription', ['active', 'url'], 'FIRST-', ['first']],
    ['ticket', ['title'], 'flickers', []],
    ['ticket', ['title', 'body'], 'flickers', ['ticket']],
    ['ticket', ['state'], 'lantern', []],
    ['decision', ['title', 'verdict'], 'flickers', []],
    ['decision', ['bodyMarkdown'], 'flickers', ['decision']],
  ];

  it.each(CASES)(
    'the fields that a role may read: in %s, with %j, for %j',
    async (type, shown, text, found) => {
      const person = await newColleague(server, admin, [may(type, ...shown)]);
      expect(await listed(person, type, `_q=${text}`)).toEqual(found.map((name) => ids[name]));
    },
  );

  it('the body of an event only for who may read it', async () => {
    const events = (person: Admin) => person.get(`${collection('webhook-event')}?_q=flickers`).expect(200);
    await fileTicket(api, { title: 'Sent', body: 'It flickers still' });
    const mayNot = await newColleague(server, admin, [may('webhook-event', 'type')]);
    expect((await events(mayNot)).body.results).toEqual([]);
    const mayRead = await newColleague(server, admin, [may('webhook-event', 'type', 'body')]);
    expect((await events(mayRead)).body.results).not.toEqual([]);
  });

  it('the id of a record, and its numbers', async () => {
    const person = await newColleague(server, admin, [may('ticket', 'number')]);
    expect(await listed(person, 'ticket', `_q=${ids.ticket}`)).toEqual([ids.ticket]);
    expect(await listed(person, 'ticket', '_q=1&pageSize=100')).toContain(ids.ticket);
  });

  it('what was filtered, too', async () => {
    const search = (title: string) => `_q=flickers&filters[$and][0][title][$containsi]=${title}`;
    expect(await listed(admin, 'ticket', search('LANTERN'))).toEqual([ids.ticket]);
    expect(await listed(admin, 'ticket', search('nothing'))).toEqual([]);
  });

  it('a text: nothing else', async () => {
    for (const query of ['_q[a]=b', '_q=a&_q=b']) {
      const { body } = await admin.get(`${collection('ticket')}?${query}`).expect(400);
      expect(body.error.details.code).toBe('validation_failed');
    }
    expect(await listed(admin, 'decision', '_q=&pageSize=100')).toContain(ids.decision);
  });
});

describe('filters and sorts by what a role may not read are refused', () => {
  let person: Admin;
  beforeAll(async () => {
    person = await newColleague(server, admin, [may('webhook-subscription', 'active', 'project')]);
  });

  it.each([
    'sort=url',
    'sort=active:asc,url:desc',
    'sort[url]=desc',
    'sort[0][url]=desc',
    'sort[0]=url:desc',
    'sort=%20url',
    'filters[url][$startsWith]=http',
    'filters[$or][0][$not][url][$eq]=x',
    'filters[$and][0][active]=true&filters[$and][1][url][$contains]=x',
    'filters[failingSince]',
  ])('of a subscription: %s', async (query) => {
    const { code, subject } = await refusal(person, 'webhook-subscription', query);
    expect([code, subject]).toEqual([
      'not_permitted',
      expect.stringMatching(/^Webhook subscription, (url|failingSince)$/),
    ]);
  });

  it.each([
    'sort=project.name',
    'sort=project[name]:desc',
    'sort[project][name]=desc',
    'filters[project][name][$startsWith]=A',
    'filters[$not][project][name][$startsWith]=A',
    'filters[project][name]',
  ])('of a record that it leads to: %s', async (query) => {
    expect(await refusal(person, 'webhook-subscription', query)).toMatchObject({ subject: 'Project, name' });
  });

  it('of a record that could be chosen', async () => {
    const { body } = await person
      .get('/content-manager/relations/plugin::work-tracking.webhook-subscription/project?sort=name')
      .expect(403);
    expect(body.error.details.subject).toBe('Project, name');
  });

  it('a secret is nobody’s to filter or to sort by', async () => {
    for (const query of ['filters[secret][$startsWith]=a', 'filters[previousSecret]', 'sort=secret'])
      expect(await refusal(admin, 'webhook-subscription', query)).toMatchObject({ code: 'not_permitted' });
  });

  it('what every record shows is not refused', async () => {
    for (const query of ['sort=createdAt:desc', 'sort=active', `filters[documentId]=${ids.first}`])
      expect(await listed(person, 'webhook-subscription', `${query}&pageSize=100`)).toContain(ids.first);
  });

  it('the order that a list has of itself is left out', async () => {
    const reader = await newColleague(server, admin, [may('ticket', 'title')]);
    expect(await listed(reader, 'ticket', 'sort=syncedAt:DESC&pageSize=100')).toContain(ids.ticket);
    expect(await refusal(reader, 'ticket', 'sort=syncedAt:DESC&filters[body]=x')).toMatchObject({
      subject: 'Ticket, body',
    });
  });
});

it('a field that a role shows in some records only is none to go by', async () => {
  const own = mayInContentManager('read', 'ticket', ['title', 'state', 'body'], ['admin::is-creator']);
  const board = { action: 'plugin::work-tracking.board.read' };
  const person = await newColleague(server, admin, [own, board], [may('ticket', 'title', 'state')]);
  expect(await listed(person, 'ticket', '_q=flickers')).toEqual([]);
  expect(await listed(person, 'ticket', '_q=lantern')).toEqual([ids.ticket]);
  expect(await refusal(person, 'ticket', 'filters[body][$contains]=x')).toMatchObject({
    subject: 'Ticket, body',
  });
  const onBoard = async (text: string) => {
    const { body } = await person.get(`/work-tracking/board?text=${text}`).expect(200);
    return (body.data.columns as { status: string; count: number }[]).find(({ status }) => status === 'open')!
      .count;
  };
  expect([await onBoard('flickers'), await onBoard('lantern')]).toEqual([0, 1]);
});

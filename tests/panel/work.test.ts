import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { CUSTOMER } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

const TYPE = 'api::customer.customer';

let server: OwnServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await startServer({ env: builtWith({ files: CUSTOMER }) });
  admin = await registerAdmin(server);
});
afterAll(() => server.destroy());
beforeEach(async () => {
  api = await newProject(server);
});

const about = (id: string, locale: string | null = null) => ({ content: [{ type: TYPE, id, locale }] });

/** The work about an entry, as the side panel beside it reads it. */
async function work(what: 'tickets' | 'decisions', id: string, query = '', who = admin) {
  const { body } = await who.get(`/work-tracking/content/${id}/${what}?type=${TYPE}${query}`).expect(200);
  const { items, ...rest } = body.data as { items: { title: string }[] };
  return { ...rest, titles: items.map(({ title }) => title), items };
}

describe('beside an entry', () => {
  it('are the tickets of all projects about it, the latest change first; the ended ones apart', async () => {
    const other = await newProject(server);
    const first = await fileTicket(api, { title: 'First', ...about('a') });
    await fileTicket(other, { title: 'Second', ...about('a') });
    await fileTicket(api, { title: 'Of another', ...about('b') });
    const done = await fileTicket(api, { title: 'Given up', ...about('a') });
    await api.patch(`/tickets/${done.id}`, { status: 'cancelled' }).expect(200);
    await api.patch(`/tickets/${first.id}`, { status: 'in_progress', assignee: '1' }).expect(200);
    expect(await work('tickets', 'a')).toMatchObject({
      titles: ['First', 'Second'],
      open: 2,
      ended: 1,
      canFile: true,
      items: [
        { ref: first.ref, state: 'in_progress', assignee: { id: '1' } },
        { state: 'open', project: { key: other.projectKey } },
      ],
    });
    expect(await work('tickets', 'a', '&ended=true')).toMatchObject({
      titles: ['Given up'],
      open: 2,
      ended: 1,
    });
    expect(await work('tickets', 'nothing')).toMatchObject({ titles: [], open: 0, ended: 0 });
  });

  it('are its decisions, open or resolved', async () => {
    await fileDecision(api, { title: 'Shall we?', ...about('d') });
    const made = await fileDecision(api, { title: 'Did we?', ...about('d') });
    await api.post(`/decisions/${made.id}/resolve`, { status: 'yes' }).expect(200);
    expect(await work('decisions', 'd')).toMatchObject({ titles: ['Shall we?'], open: 1, ended: 1 });
    expect(await work('decisions', 'd', '&ended=true')).toMatchObject({
      titles: ['Did we?'],
      items: [{ verdict: 'yes', state: 'resolved' }],
    });
  });

  it('is, in a locale, what is about that one or about all of them', async () => {
    await fileTicket(api, { title: 'English', ...about('l', 'en') });
    await fileTicket(api, { title: 'German', ...about('l', 'de') });
    await fileTicket(api, { title: 'Every', ...about('l') });
    expect((await work('tickets', 'l', '&locale=de')).titles).toEqual(['Every', 'German']);
    expect((await work('tickets', 'l')).titles).toEqual(['Every', 'German', 'English']);
  });

  it('is nothing where no work can be about the type', async () => {
    for (const type of ['admin::user', 'plugin::work-tracking.ticket', 'nowhere', "x'--"]) {
      const { body } = await admin
        .get(`/work-tracking/content/a/tickets?type=${encodeURIComponent(type)}`)
        .expect(200);
      expect(body.data).toBeNull();
    }
    await admin.get('/work-tracking/content/a/tickets').expect(400);
    await admin.get(`/work-tracking/content/a/tickets?type=${TYPE}&locale=`).expect(400);
  });

  it('a ticket is filed about it, under the rules', async () => {
    const file = (content: unknown) =>
      admin.post('/work-tracking/board/tickets', { title: 'About it', project: api.tenantId, content });
    const { body } = await file(about('n', 'en').content).expect(200);
    expect((await api.get(`/tickets/${body.data.ref}`).expect(200)).body.ticket).toMatchObject({
      title: 'About it',
      ...about('n', 'en'),
    });
    await file([{ type: 'api::nothing.nothing', id: 'n', locale: null }]).expect(400);
    await file([{ type: TYPE, id: 'n' }]).expect(400);
  });
});

describe('in a list of entries', () => {
  const list = (query: string, who = admin) => who.get(`/work-tracking/open-work?type=${TYPE}${query}`);
  const counts = async (ids: string, query = '', who = admin): Promise<object[]> =>
    (await list(`&ids=${ids}${query}`, who).expect(200)).body.data;

  it('the open work about each of them is counted, of all projects', async () => {
    const other = await newProject(server);
    for (const project of [api, other]) await fileTicket(project, { title: 'Open', ...about('la') });
    await fileDecision(api, { title: 'Open', ...about('la') });
    const ended = await fileTicket(api, { title: 'Given up', ...about('la') });
    await api.patch(`/tickets/${ended.id}`, { status: 'cancelled' }).expect(200);
    const resolved = await fileDecision(api, { title: 'Resolved', ...about('lb') });
    await api.post(`/decisions/${resolved.id}/resolve`, { status: 'yes' }).expect(200);
    await fileTicket(api, { content: [...about('lb').content, ...about('lc').content] });
    expect(await counts('lb,la,nothing,lc,LA,lb')).toEqual([
      { id: 'lb', count: 1 },
      { id: 'la', count: 3 },
      { id: 'nothing', count: 0 },
      { id: 'lc', count: 1 },
      { id: 'LA', count: 0 },
    ]);
    expect(await counts('')).toEqual([]);
  });

  it('in a locale it is what is about that one or about every one, each once', async () => {
    await fileTicket(api, { content: [...about('ll', 'en').content, ...about('ll').content] });
    await fileTicket(api, about('ll', 'de'));
    expect(await counts('ll', '&locale=en')).toEqual([{ id: 'll', count: 1 }]);
    expect(await counts('ll', '&locale=de')).toEqual([{ id: 'll', count: 2 }]);
    expect(await counts('ll')).toEqual([{ id: 'll', count: 2 }]);
  });

  it('it is counted for as many entries as a page has, and for no type that no work can be about', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `many${index}`);
    await fileTicket(api, about('many99'));
    const found = await counts(ids.join());
    expect(found).toHaveLength(100);
    expect(found.at(-1)).toEqual({ id: 'many99', count: 1 });
    await list(`&ids=${ids.join()},one-more`).expect(400);
    await list('&ids=a&locale=').expect(400);
    for (const type of ['admin::user', 'constructor', "x'--"]) {
      const path = `/work-tracking/open-work?ids=a&type=${encodeURIComponent(type)}`;
      expect((await admin.get(path).expect(200)).body.data).toBeNull();
    }
  });

  it('it is what the role may read', async () => {
    const colleague = (...permissions: Parameters<typeof newColleague>[2]) =>
      newColleague(server, admin, permissions);
    await fileTicket(api, about('lr'));
    for (const title of ['One', 'Two']) await fileDecision(api, { title, ...about('lr') });
    const mayRead = (type: string) => mayInContentManager('read', type, ['state', 'content']);
    const both = [mayRead('ticket'), mayRead('decision')];
    expect(await counts('lr', '', await colleague(...both))).toEqual([{ id: 'lr', count: 3 }]);
    expect(await counts('lr', '', await colleague(mayRead('decision')))).toEqual([{ id: 'lr', count: 2 }]);
    expect(await counts('lr', '', await colleague(mayRead('ticket')))).toEqual([{ id: 'lr', count: 1 }]);
    const own = mayInContentManager('read', 'decision', ['state', 'content'], ['admin::is-creator']);
    expect(await counts('lr', '', await colleague(own))).toEqual([{ id: 'lr', count: 0 }]);
    const withoutContent = mayInContentManager('read', 'ticket', ['state', 'title']);
    await list('&ids=lr', await colleague(withoutContent)).expect(403);
  });
});

it('what a decision is about is changed in the inbox, under the version that was seen', async () => {
  const { id } = await fileDecision(api, { title: 'About nothing' });
  const content = [{ type: TYPE, id: 'a', locale: 'de' }];
  const change = (body: object, who = admin) => who.put(`/work-tracking/decisions/${id}/content`, body);
  const { body } = await change({ version: 1, content }).expect(200);
  expect(body.data).toEqual({ version: 2, content });
  expect((await admin.get(`/work-tracking/decisions/${id}`)).body.data).toMatchObject({
    version: 2,
    content,
    isContentEditable: true,
  });
  expect((await change({ version: 1, content: [] }).expect(409)).body.error.details.code).toBe(
    'changed_meanwhile',
  );
  await change({ version: 2, content: [{ ...content[0], type: 'api::no.no' }] }).expect(400);
  const reader = await newColleague(server, admin, [
    { action: actionId('decision.read') },
    mayInContentManager('read', 'decision', ['state', 'content']),
  ]);
  await change({ version: 2, content: [] }, reader).expect(403);
  const seen = (await reader.get(`/work-tracking/decisions/${id}`).expect(200)).body.data;
  expect(seen).toMatchObject({ content, isContentEditable: false });
  await admin.put(`/work-tracking/decisions/nothing/content`, { version: 1, content }).expect(404);
});

describe('a role', () => {
  const BOTH = [{ action: actionId('board.read') }, { action: actionId('decision.read') }];

  it('sees what it may read of it, and nothing of what it may not', async () => {
    await fileTicket(api, { title: 'Hidden title', ...about('r') });
    await fileDecision(api, { title: 'Hidden decision', ...about('r') });
    const reader = await newColleague(server, admin, [
      ...BOTH,
      mayInContentManager('read', 'ticket', ['state', 'content']),
      mayInContentManager('read', 'decision', ['state', 'title']),
    ]);
    const found = await work('tickets', 'r', '', reader);
    expect(found).toMatchObject({ open: 1, canFile: false });
    expect(Object.keys(found.items[0]!).sort()).toEqual(['documentId', 'state']);
    // By what the content of decisions is, it could be told.
    await reader.get(`/work-tracking/content/r/decisions?type=${TYPE}`).expect(403);
  });

  it('without the page of tickets or decisions reads neither', async () => {
    const nobody = await newColleague(server, admin, [
      mayInContentManager('read', 'ticket', ['state', 'content', 'title']),
    ]);
    await nobody.get(`/work-tracking/content/r/tickets?type=${TYPE}`).expect(403);
    await nobody.get(`/work-tracking/content/r/decisions?type=${TYPE}`).expect(403);
  });

  it('that may not set the content of tickets files none about an entry', async () => {
    const writer = await newColleague(server, admin, [
      ...BOTH,
      mayInContentManager('read', 'project', ['key', 'name']),
      mayInContentManager('read', 'ticket', ['state', 'content', 'title', 'project']),
      mayInContentManager('create', 'ticket', ['title', 'project', 'priority']),
    ]);
    expect(await work('tickets', 'r', '', writer)).toMatchObject({ canFile: false });
    const ticket = { title: 'Theirs', project: api.tenantId };
    await writer.post('/work-tracking/board/tickets', { ...ticket, ...about('r') }).expect(403);
    await writer.post('/work-tracking/board/tickets', ticket).expect(200);
  });
});

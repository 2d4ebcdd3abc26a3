import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { inCode } from '../support/documents';
import { CUSTOMER } from '../support/extended';
import { startReceiver } from '../support/receiver';
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

const entry = (id: string, locale: string | null = null) => ({ type: TYPE, id, locale });

interface Kind {
  path: '/tickets' | '/decisions';
  name: 'ticket' | 'decision';
  /** The fields that a new one has to have. */
  fields: object;
  file: (own: Api, fields?: object) => Promise<Filed>;
}

/** A record as it was filed. */
interface Filed {
  id: string;
  content: object[];
}

const KINDS: Kind[] = [
  { path: '/tickets', name: 'ticket', fields: { title: 'T' }, file: fileTicket as never },
  {
    path: '/decisions',
    name: 'decision',
    fields: { title: 'T', slug: 'a-slug' },
    file: fileDecision as never,
  },
];

/** The rows by which the records about entries are found. */
const referenceRows = (): Promise<number> =>
  server.run((strapi) => strapi.db.query('plugin::work-tracking.content-reference').count());

describe.each(KINDS)('content of $path', ({ path, name, fields, file }) => {
  /** The titles of a list, in its order, however many pages it has. */
  async function titles(query: string, own = api): Promise<string[]> {
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await own.get(`${path}?${query}${cursor}`).expect(200);
      found.push(...body[path.slice(1)].map(({ title }: { title: string }) => title));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    return found;
  }

  it('is a set whose order is kept; a locale that is left out is every one; an empty list clears it', async () => {
    expect((await file(api)).content).toEqual([]);
    const { id, content } = await file(api, {
      content: [{ type: TYPE, id: 'b' }, entry('a', 'de'), entry('b'), entry('a', 'en'), entry('a', 'de')],
    });
    const [b, de, en] = [entry('b'), entry('a', 'de'), entry('a', 'en')];
    expect(content).toEqual([b, de, en]);
    expect(Object.keys(content[0] ?? {})).toEqual(['type', 'id', 'locale']);
    const { body } = await api.patch(`${path}/${id}`, { content: [en, de] }).expect(200);
    expect(body[name]).toMatchObject({ content: [en, de], version: 2 });
    const { body: same } = await api.patch(`${path}/${id}`, { content: [en, de, en] }).expect(200);
    expect(same[name]).toMatchObject({ content: [en, de], version: 2 });
    const { body: untouched } = await api.patch(`${path}/${id}`, { title: 'Another' }).expect(200);
    expect(untouched[name].content).toEqual([en, de]);
    const { body: none } = await api.patch(`${path}/${id}`, { content: [] }).expect(200);
    expect(none[name]).toMatchObject({ content: [], version: 4 });
  });

  it('has up to 20 entries, each with a type of the application, a document id and a locale or none', async () => {
    const many = Array.from({ length: 20 }, (_, index) => entry(`entry-${index}`));
    expect((await file(api, { content: [...many, ...many] })).content).toEqual(many);
    const { id } = await file(api);
    const refused: [unknown, string][] = [
      [null, 'content'],
      ['x', 'content'],
      [[...many, entry('one-more')], 'content'],
      [Array.from({ length: 5000 }, () => entry('a')), 'content'],
      [[null], 'content.0'],
      [[entry('a'), { type: TYPE }], 'content.1.id'],
      [[{ id: 'a' }], 'content.0.type'],
      [[{ ...entry('a'), id: 7 }], 'content.0.id'],
      [[entry('')], 'content.0.id'],
      [[entry('x'.repeat(65))], 'content.0.id'],
      [[entry('a:b')], 'content.0.id'],
      [[entry('a\0')], 'content.0.id'],
      [[entry('a', '')], 'content.0.locale'],
      [[entry('a', 'en:de')], 'content.0.locale'],
      [[{ ...entry('a'), locale: 5 }], 'content.0.locale'],
      [[{ ...entry('a'), title: 'A' }], 'content.0'],
      [[entry('a'), { type: 'api::nothing.nothing', id: 'a' }], 'content.1.type'],
      [[{ type: 'plugin::work-tracking.ticket', id: 'a' }], 'content.0.type'],
      [[{ type: 'admin::user', id: '1' }], 'content.0.type'],
      [[{ type: TYPE.toUpperCase(), id: 'a' }], 'content.0.type'],
    ];
    const before = await referenceRows();
    for (const [content, field] of refused) {
      for (const answer of [
        await api.post(path, { ...fields, content }),
        await api.patch(`${path}/${id}`, { content }),
      ]) {
        expect([answer.status, answer.body.error, content, answer.body.details[0].path]).toEqual([
          400,
          'validation_failed',
          content,
          field,
        ]);
      }
    }
    expect(await referenceRows()).toBe(before);
    const { body } = await api.patch(`${path}/${id}`, { content: [{ type: 'api::no.no', id: 'a' }] });
    expect(body.details).toMatchObject([{ path: 'content.0.type', accepted: [TYPE] }]);
    expect((await file(api, { content: [entry('x'.repeat(64), 'zh-Hant-TW')] })).content).toHaveLength(1);
  });

  it('tells nobody what exists: any id is taken', async () => {
    const documentId = await inCode(server, TYPE, 'create', { data: { name: 'Ada' } });
    const given = [entry(documentId), entry('there-is-none')];
    expect((await file(api, { content: given })).content).toEqual(given);
    await inCode(server, TYPE, 'delete', { documentId });
    expect(await titles(`content=${TYPE}:${documentId}`)).toHaveLength(1);
  });

  it('is what the list is filtered by: an entry, or one of its locales with what is about all of them', async () => {
    const other = await newProject(server);
    await file(other, { title: 'theirs', content: [entry('a')] });
    await file(api, { title: '1', content: [entry('a')] });
    await file(api, { title: '2', content: [entry('a', 'de'), entry('b')] });
    await file(api, { title: '3', content: [entry('a', 'en'), entry('a', 'de')] });
    await file(api, { title: '4', content: [entry('A')] });
    await file(api, { title: '5' });
    const about = (rest: string) => titles(`content=${TYPE}:${rest}`);
    expect(await about('a')).toEqual(['3', '2', '1']);
    expect(await about('a:de')).toEqual(['3', '2', '1']);
    expect(await about('a:en')).toEqual(['3', '1']);
    for (const locale of ['fr', 'EN']) expect(await about(`a:${locale}`)).toEqual(['1']);
    expect(await about('b:en')).toEqual(['2']);
    expect(await about('A')).toEqual(['4']);
    expect(await about('c')).toEqual([]);
    expect(await titles('content=api::another.type:a')).toEqual([]);
    expect(await about('a&status=open&limit=2')).toEqual(['3', '2', '1']);
    expect(await about('a&limit=1')).toEqual(['3', '2', '1']);
    expect(await titles(`content=${TYPE}:a`, other)).toEqual(['theirs']);
    const { body } = await api.get(`${path}?content=${TYPE}:a:en&limit=1`).expect(200);
    const { id } = body[path.slice(1)][0];
    await api.patch(`${path}/${id}`, { content: [entry('a', 'de')] }).expect(200);
    expect(await about('a:en')).toEqual(['1']);
    const rows = await referenceRows();
    await api.delete(`${path}/${id}`).expect(200);
    expect(await about('a')).toEqual(['2', '1']);
    expect(await referenceRows()).toBe(rows - 1);
    for (const wrong of [
      '',
      'a',
      TYPE,
      `${TYPE}:`,
      `${TYPE}:a:`,
      `${TYPE}:a:b:c`,
      `${TYPE}:a%00`,
      `:${TYPE}:a`,
    ]) {
      const answer = await api.get(`${path}?content=${wrong}`).expect(400);
      expect(answer.body.details[0].path).toBe('content');
    }
  });

  it('keeps the same rules in the content manager and in code', async () => {
    const { id } = await file(api, { content: [entry('a')] });
    const save = (content: unknown) => admin.put(`${collection(name)}/${id}`, { content });
    await save([entry('a'), { type: TYPE, id: 'b' }, entry('a')]).expect(200);
    const stored = async () => (await api.get(`${path}/${id}`)).body[name].content as unknown;
    expect(await stored()).toEqual([entry('a'), entry('b')]);
    await save(JSON.stringify([entry('c', 'de')])).expect(200);
    expect(await titles(`content=${TYPE}:c:de`)).toHaveLength(1);
    for (const content of [
      'x',
      {},
      [{ type: 'api::no.no', id: 'a' }],
      [{ ...entry('a'), more: 1 }],
      [entry('a b')],
      Array.from({ length: 21 }, (_, index) => entry(`${index}`)),
    ]) {
      const { body } = await save(content).expect(400);
      expect(body.error.details.errors[0].path[0]).toBe('content');
    }
    const inCode = (content: unknown) =>
      server.run(
        (strapi, { uid, documentId, data }) =>
          strapi
            .documents(uid as never)
            .update({ documentId, data } as never)
            .then(
              () => 'written',
              (error: unknown) => (error as Error).name,
            ),
        { uid: `plugin::work-tracking.${name}`, documentId: id, data: { content } },
      );
    expect(await inCode([{ type: 'api::no.no', id: 'a' }])).toBe('ValidationError');
    expect(await inCode([entry('d')])).toBe('written');
    expect(await stored()).toEqual([entry('d')]);
    await save(null).expect(200);
    expect(await stored()).toEqual([]);
    expect(await titles(`content=${TYPE}:d`)).toEqual([]);
  });

  it('goes into a copy', async () => {
    const { id } = await file(api, { title: 'The first', content: [entry('copied')] });
    await server.run(
      (strapi, { uid, documentId }) =>
        strapi.documents(uid as never).clone({ documentId, data: { title: 'The copy' } } as never),
      { uid: `plugin::work-tracking.${name}`, documentId: id },
    );
    expect(await titles(`content=${TYPE}:copied`)).toEqual(['The copy', 'The first']);
  });
});

it('narrows tickets beside every other filter', async () => {
  const titles = async (query: string) => {
    const { body } = await api.get(`/tickets?${query}`).expect(200);
    return body.tickets.map(({ title }: { title: string }) => title) as string[];
  };
  const content = [entry('a')];
  await fileTicket(api, {
    title: '1',
    content,
    labels: ['bug'],
    type: 'fault',
    due_at: '2027-01-01T00:00:00Z',
  });
  await fileTicket(api, { title: '2', content, labels: ['Bug'], priority: 'P0' });
  await fileTicket(api, { title: '3', labels: ['bug'] });
  expect(await titles(`content=${TYPE}:a&label=bug`)).toEqual(['1']);
  expect(await titles(`content=${TYPE}:a&priority=P0`)).toEqual(['2']);
  expect(await titles(`content=${TYPE}:a&type=fault&label=bug&due_before=2028-01-01T00:00:00Z`)).toEqual([
    '1',
  ]);
  expect(await titles(`content=${TYPE}:a&status=done`)).toEqual([]);
  expect(await titles(`content=${TYPE}:a&assignee=none`)).toEqual(['2', '1']);
});

it('is skipped through by the offset of the list of decisions', async () => {
  for (let number = 0; number < 7; number += 1) {
    await fileDecision(api, { title: String(number), content: number % 2 === 0 ? [entry('a')] : [] });
  }
  const { body } = await api.get(`/decisions?content=${TYPE}:a&offset=1&limit=2`).expect(200);
  expect(body.decisions.map(({ title }: { title: string }) => title)).toEqual(['4', '2']);
  expect(body.has_more).toBe(true);
  const { body: rest } = await api.get(`/decisions?content=${TYPE}:a&offset=3&limit=2`).expect(200);
  expect(rest.decisions.map(({ title }: { title: string }) => title)).toEqual(['0']);
  expect((await api.get(`/decisions?content=${TYPE}:a&offset=9`)).body.decisions).toEqual([]);
});

it('is in the events and the changes, with what it was before', async () => {
  const receiver = await startReceiver();
  await subscribe(api, receiver.url, {
    event_types: ['ticket.created', 'ticket.updated', 'decision.resolved'],
  });
  const ticket = await fileTicket(api, { content: [entry('a')] });
  await api.patch(`/tickets/${ticket.id}`, { content: [entry('b', 'en')] }).expect(200);
  const decision = await fileDecision(api, { content: [entry('c')] });
  await api.patch(`/decisions/${decision.id}`, { content: [entry('c', 'de')] }).expect(200);
  await api.post(`/decisions/${decision.id}/resolve`, { status: 'yes' }).expect(200);
  const deliveries = await receiver.until(3);
  const data = (type: string) => deliveries.find(({ body }) => body.event === type)!.body.data;
  expect(data('ticket.created').content).toEqual([entry('a')]);
  expect(data('ticket.updated')).toMatchObject({
    content: [entry('b', 'en')],
    changes: { content: { from: [entry('a')], to: [entry('b', 'en')] } },
  });
  expect(data('decision.resolved').content).toEqual([entry('c', 'de')]);
  const { body } = await api.get('/changes?action=decision.updated').expect(200);
  expect(body.changes).toMatchObject([
    {
      changes: { content: { from: [entry('c')], to: [entry('c', 'de')] } },
      record: { content: [entry('c', 'de')] },
    },
  ]);
  await receiver.close();
});

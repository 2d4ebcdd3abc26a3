import {
  addSentences,
  translatedSentence,
} from '../../src/plugins/work-tracking/admin/src/translations/sentences';
import de from '../../src/plugins/work-tracking/admin/src/translations/sentences.de.json';
import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

// Fields that a content team has added, in the ticket that is open beside the board.

const FIELDS = {
  ...CUSTOM_FIELDS,
  risk: { type: 'enumeration', enum: ['high', 'low'], required: true, default: 'low' },
  remark: { type: 'richtext' },
  handle: { type: 'uid' },
};
const LINK_OF_FORM = ['link', 'estimate', 'zone', 'passphrase'];

interface Field {
  name: string;
  label: string;
  value?: unknown;
  entries?: { title: string | null }[];
  others?: number;
}

let server: OwnServer;
let admin: Admin;
let api: Api;
let id: string;

beforeAll(async () => {
  const files = { ...extended('ticket', FIELDS), ...CUSTOMER, ...COMPONENTS };
  server = await startServer({ env: builtWith({ files }) });
  admin = await registerAdmin(server);
  addSentences('de', de);
});
afterAll(() => server.destroy());
beforeEach(async () => {
  api = await newProject(server);
  id = (await fileTicket(api, { title: 'A leak' })).id as string;
});

const BOARD = { action: actionId('board.read') };
const path = () => `/work-tracking/board/tickets/${id}`;
const opened = async (who = admin): Promise<{ version: number; fields: Field[]; editable: string[] }> =>
  (await who.get(path()).expect(200)).body.data;
const change = (fields: object, who = admin, version = 1) => who.put(path(), { version, fields });
const stored = async () => (await api.get(`/tickets/${id}`).expect(200)).body.ticket;
const valueOf = (fields: readonly Field[], name: string) =>
  fields.find((field) => field.name === name)!.value;

it('are there in the order of the type, by the names of the form; of a password nothing but that', async () => {
  await server.run(async (strapi) => {
    const uid = 'plugin::work-tracking.ticket';
    const types = strapi.plugin('content-manager').service('content-types');
    const { settings, metadatas, layouts } = await types.findConfiguration({ uid });
    metadatas.points.edit.label = 'How much is it?';
    metadatas.weight.edit.editable = false;
    await types.updateConfiguration({ uid }, { settings, metadatas, layouts });
  });
  await server.run(
    (strapi, documentId) =>
      strapi.documents('plugin::work-tracking.ticket').update({
        documentId,
        data: { passphrase: 'Very-secret-1', cost_center: 'A1' } as never,
      }),
    id,
  );
  const { fields, editable } = await opened();
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(FIELDS));
  expect(fields.find(({ name }) => name === 'points')).toEqual({
    name: 'points',
    label: 'How much is it?',
    type: 'integer',
    isAskable: true,
    isRequired: false,
    value: null,
  });
  expect(
    fields.filter(({ value, entries }) => value === undefined && !entries).map(({ name }) => name),
  ).toEqual(expect.arrayContaining(LINK_OF_FORM));
  expect(JSON.stringify(fields)).not.toContain('Very-secret-1');
  expect(JSON.stringify(fields)).not.toMatch(/\$2[aby]\$/);
  expect(valueOf(fields, 'cost_center')).toBe('A1');
  expect(valueOf(fields, 'risk')).toBe('low');
  // What the form only shows is only shown here.
  for (const name of ['points', ...LINK_OF_FORM]) expect(editable).toContain(`fields.${name}`);
  expect(editable).not.toContain('fields.weight');
});

it('relations are the titles of what the person may read, and how many more there are; files are their names', async () => {
  const customers = await server.run(async (strapi) => {
    const documents = strapi.documents('api::customer.customer' as never);
    const made: string[] = [];
    for (const name of ['Ada', 'Bob']) {
      const row = (await documents.create({ data: { name }, status: 'published' } as never)) as unknown;
      made.push((row as { documentId: string }).documentId);
    }
    return made;
  });
  const other = await fileTicket(api, { title: 'Another leak' });
  const file = await server.run(async (strapi) => {
    const data = {
      name: 'a.png',
      hash: 'a',
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: '/a.png',
      provider: 'local',
    };
    return (await strapi.db.query('plugin::upload.file').create({ data })).documentId as string;
  });
  const given = { watchers: customers, related: [other.id], attachment: file };
  await api.patch(`/tickets/${id}`, given).expect(200);
  expect(valueOf((await opened()).fields, 'attachment')).toBe('a.png');
  const relations = async (who: Admin) =>
    (await opened(who)).fields
      .filter(({ entries }) => entries)
      .map(({ name, entries, others }) => [name, entries!.map(({ title }) => title), others]);
  expect(await relations(admin)).toEqual([
    ['customer', [], 0],
    ['watchers', ['Ada', 'Bob'], 0],
    ['related', ['Another leak'], 0],
  ]);
  const colleague = await newColleague(server, admin, [
    BOARD,
    mayInContentManager('read', 'ticket', ['state', 'watchers', 'related']),
  ]);
  expect(await relations(colleague)).toEqual([
    ['watchers', [], 2],
    ['related', [null], 0],
  ]);
});

/** For each kind: what is sent, and how v1's record shows it. */
const VALUES: [string, unknown, unknown][] = [
  ['customer_tier', 'gold', 'gold'],
  ['summary', 'a word', 'a word'],
  ['contact', 'ada@example.org', 'ada@example.org'],
  ['story', `<script>alert(1)</script> مرحبا 👩‍🚒 ${'x'.repeat(100_000)}`, undefined],
  ['points', 3, 3],
  ['serial', '9007199254740991', '9007199254740991'],
  ['weight', 1.25, 1.25],
  ['cost', 99999999.99, 99999999.99],
  ['billable', false, false],
  ['due', '0001-01-01', '0001-01-01'],
  ['at', '09:40', '09:40:00.000'],
  ['seen', '2026-02-20T09:40:30.000Z', '2026-02-20T09:40:30.000Z'],
  ['extra', '{"a": [1]}', { a: [1] }],
  ['external', `unique ${Date.now()}`, undefined],
  ['risk', 'high', 'high'],
  ['remark', '**Bold**', '**Bold**'],
  ['handle', 'a-leak', 'a-leak'],
];

it('are changed one by one, as v1 shows them, and emptied', async () => {
  let version = 1;
  for (const [name, given, shown = given] of VALUES) {
    const { body } = await change({ [name]: given }, admin, version).expect(200);
    version += 1;
    expect(body.data.version).toBe(version);
    expect(await stored()).toMatchObject({ [name]: shown, version });
    const value = name === 'extra' ? JSON.stringify({ a: [1] }, null, 2) : shown;
    expect([name, valueOf(body.data.fields, name)]).toEqual([name, value]);
  }
  for (const [name] of VALUES.filter(([field]) => field !== 'risk')) {
    await change({ [name]: null }, admin, version).expect(200);
    version += 1;
    expect(await stored()).toMatchObject({ [name]: null, version });
  }
});

it('what v1 refuses is refused here, with a sentence in German too, and nothing is written', async () => {
  const before = await stored();
  const refused: [string, unknown][] = [
    ['customer_tier', 'tin'],
    ['summary', 'A word'],
    ['summary', 'a'],
    ['summary', 'a word that is far too long'],
    ['contact', 'ada'],
    ['points', 22],
    ['points', -1],
    ['points', 1.5],
    ['points', 'three'],
    ['serial', '1.5'],
    ['serial', '9223372036854775808'],
    ['weight', 'much'],
    ['cost', 1e8],
    ['due', '2026-02-30'],
    ['at', '25:00'],
    ['seen', '1969-01-01T00:00:00.000Z'],
    ['seen', 'now'],
    ['risk', null],
  ];
  for (const [name, value] of refused) {
    await api.patch(`/tickets/${id}`, { [name]: value }).expect(400);
    const { status, body } = await change({ [name]: value });
    const message: string = body.error?.details.errors[0].message ?? '';
    expect([name, value, status, translatedSentence('de', message)]).not.toEqual([name, value, 400, message]);
    expect(status).toBe(400);
  }
  for (const text of ['false', '{"a": ', '{"a": 9007199254740993}'])
    await change({ extra: text }).expect(400);
  for (const name of [...LINK_OF_FORM, 'customer', 'attachment', 'text', 'title', 'nothing']) {
    await change({ [name]: null }).expect(400);
  }
  expect(await stored()).toEqual(before);
});

it('digits that the database would lose are refused, as by v1, and kept by one that has them', async () => {
  const serial = '9007199254740993';
  const { status, body } = await change({ serial });
  const isKept = status === 200;
  expect((await stored()).serial).toBe(isKept ? serial : null);
  if (isKept) expect(valueOf(body.data.fields, 'serial')).toBe(serial);
  else expect(body.error.details.errors).toMatchObject([{ path: ['fields', 'serial'] }]);
  await api.patch(`/tickets/${id}`, { serial }).expect(status);
});

it('a value that must be unique is refused the second time, at its field', async () => {
  const external = `E-${Date.now()}`;
  await fileTicket(api, { title: 'Another', external });
  const { body } = await change({ external }).expect(400);
  expect(body.error.details.errors).toMatchObject([{ path: ['external'] }]);
});

it('a change of what somebody has changed meanwhile is refused', async () => {
  await api.patch(`/tickets/${id}`, { points: 5 }).expect(200);
  const { body } = await change({ points: 3 }).expect(409);
  expect(body.error.details).toMatchObject({ code: 'changed_meanwhile', version: 2 });
  await change({ points: 3 }, admin, 2).expect(200);
  expect(await stored()).toMatchObject({ points: 3, version: 3 });
});

it('a role sees and changes there what it may in the content manager, and no more', async () => {
  const fields = ['title', 'state', 'points', 'story', 'cost_center', 'passphrase'];
  const READ = mayInContentManager('read', 'ticket', fields);
  const reader = await newColleague(server, admin, [BOARD, READ]);
  const seen = await opened(reader);
  expect(seen.fields.map(({ name }) => name)).toEqual(['story', 'points', 'cost_center', 'passphrase']);
  expect(seen.editable).toEqual([]);
  await change({ points: 3 }, reader).expect(403);

  const writer = await newColleague(server, admin, [
    BOARD,
    READ,
    mayInContentManager('update', 'ticket', ['points', 'summary']),
  ]);
  expect((await opened(writer)).editable).toEqual(['fields.points']);
  await change({ story: 'No' }, writer).expect(403);
  const { body } = await change({ points: 3 }, writer).expect(200);
  expect(body.data.fields).toHaveLength(4);
  expect(await stored()).toMatchObject({ points: 3, story: null });
});

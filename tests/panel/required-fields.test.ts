import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { tokenFor, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

// Fields that a content team has added and made required: the dialogs that make records ask for them.

const REQUIRED = {
  risk: { type: 'enumeration', enum: ['high', 'low'], required: true },
  reason: { type: 'text', required: true },
  points: { type: 'integer', required: true, max: 21 },
  on: { type: 'date', required: true },
  at: { type: 'time', required: true },
  until: { type: 'datetime', required: true },
  details: { type: 'json', required: true },
  serial: { type: 'biginteger', required: true },
  isUrgent: { type: 'boolean', required: true },
  cost_center: { type: 'string', private: true, required: true },
  stage: { type: 'string', required: true, default: 'first' },
  note: { type: 'string' },
};
/** What is required, with values as the dialogs send them. */
const GIVEN = {
  risk: 'high',
  reason: 'It leaks',
  points: 3,
  on: '2026-02-20',
  at: '09:40:00.000',
  until: '2026-02-20T09:40:00.000Z',
  details: '{"a": 1}',
  serial: '12',
  isUrgent: false,
  cost_center: 'A1',
};
const NAMES = Object.keys(GIVEN);

let server: OwnServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  const files = {
    ...ARTICLE,
    ...extended('ticket', REQUIRED),
    ...extended('decision', { risk: REQUIRED.risk }),
    ...extended('project', { owner: { type: 'string', required: true } }),
  };
  const env = { ...builtWith({ files }), SIGN_OFF_PROJECT: 'SIGN', SIGN_OFF_TYPES: `${ARTICLES}=asked` };
  server = await startServer({ env });
  admin = await registerAdmin(server);
  // No command gives a project what a content team requires of it.
  await server.run((strapi) =>
    strapi.documents('plugin::work-tracking.project').create({
      data: { key: 'SIGN', name: 'Sign', ventureKey: 'SIGN', owner: 'Ada' } as never,
    }),
  );
  api = await tokenFor(server, 'SIGN');
});
afterAll(() => server.destroy());

const asked = async (type: string, who = admin) =>
  (await who.get(`/work-tracking/required-fields?type=${type}`).expect(200)).body.data;
const fieldsOf = ({ body }: { body: { error: { details: { errors: { path: string[] }[] } } } }) =>
  body.error.details.errors.map(({ path }) => path[0]).sort();
const file = (fields: object | undefined, who = admin) =>
  who.post('/work-tracking/board/tickets', { title: 'A leak', project: api.tenantId, fields });

it('the dialogs ask for what is required and has no default, by the names of the form', async () => {
  await server.run(async (strapi) => {
    const uid = 'plugin::work-tracking.ticket';
    const types = strapi.plugin('content-manager').service('content-types');
    const { settings, metadatas, layouts } = await types.findConfiguration({ uid });
    metadatas.risk.edit.label = 'How bad is it?';
    await types.updateConfiguration({ uid }, { settings, metadatas, layouts });
  });
  const fields = await asked('ticket');
  expect(fields.map(({ name }: { name: string }) => name)).toEqual(NAMES);
  expect(fields[0]).toEqual({
    name: 'risk',
    label: 'How bad is it?',
    type: 'enumeration',
    isAskable: true,
    values: ['high', 'low'],
  });
});

it('the start says which dialogs need them', () => {
  expect(server.log()).toContain(
    'The dialog "Ask for sign-off" asks for what decisions require: risk (enumeration).',
  );
  expect(server.log()).toContain('The dialog "New project" asks for what projects require: owner (string).');
});

it('"New ticket" takes them, refuses what is missing or wrong by its field, and takes no others', async () => {
  await file(GIVEN).expect(200);
  const { body } = await api.get('/tickets').expect(200);
  const { cost_center: _private, ...shown } = GIVEN;
  expect(body.tickets).toMatchObject([
    { ...shown, title: 'A leak', details: { a: 1 }, stage: 'first', note: null },
  ]);
  expect(fieldsOf(await file(undefined).expect(400))).toEqual([...NAMES].sort());
  expect(fieldsOf(await file({ ...GIVEN, risk: 'none', points: 22 }).expect(400))).toEqual([
    'points',
    'risk',
  ]);
  await file({ ...GIVEN, note: 'No dialog asks for it' }).expect(400);
  await file({ ...GIVEN, state: 'done' }).expect(400);
});

it('"Ask for sign-off" takes them', async () => {
  const id = await inCode(server, ARTICLES, 'create', { data: { title: 'Coffee' } });
  const ask = (fields?: object) =>
    admin.post(`/work-tracking/content/${id}/sign-off`, { type: ARTICLES, locale: 'en', fields });
  expect(fieldsOf(await ask().expect(400))).toEqual(['risk']);
  await ask({ risk: 'low' }).expect(200);
  const { body } = await api.get('/decisions').expect(200);
  expect(body.decisions).toMatchObject([{ title: 'Publish "Coffee" (en)?', risk: 'low' }]);
});

it('"New project" takes them', async () => {
  const create = (fields?: object) =>
    admin.post('/work-tracking/projects', { key: 'WEB', name: 'Web', ventureKey: 'WEB', fields });
  expect(fieldsOf(await create().expect(400))).toEqual(['owner']);
  await create({ owner: 'Ada' }).expect(200);
});

it('who may not give one of them is offered no dialog', async () => {
  const READ = mayInContentManager('read', 'ticket', ['title', 'state', 'project']);
  const PROJECTS = mayInContentManager('read', 'project', ['key', 'name']);
  const canFile = async (fields: string[]) => {
    const CREATE = mayInContentManager('create', 'ticket', ['title', 'project', 'priority', ...fields]);
    const board = { action: 'plugin::work-tracking.board.read' };
    const colleague = await newColleague(server, admin, [board, READ, PROJECTS, CREATE]);
    return (await colleague.get('/work-tracking/board').expect(200)).body.data.canFile as boolean;
  };
  expect(await canFile(NAMES)).toBe(true);
  expect(await canFile(NAMES.slice(1))).toBe(false);
  const nobody = await newColleague(server, admin, []);
  await nobody.get('/work-tracking/required-fields?type=ticket').expect(403);
});

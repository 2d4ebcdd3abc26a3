import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import { codeAfter } from '../documentation/documents';
import { registerAdmin, type Admin } from '../support/admin';
import { subscribe, v1, type Api } from '../support/api';
import { copyApplication, type DevelopedApp } from '../support/develop';
import { extensionOf } from '../support/extended';
import { startReceiver, type Receiver } from '../support/receiver';

const TICKET = 'plugin::work-tracking.ticket';

const NEW_FIELDS = {
  nickname: { type: 'string', maxLength: 20 },
  customer_tier: { type: 'enumeration', enum: ['gold', 'silver'] },
  due: { type: 'date' },
  customer: { type: 'relation', relation: 'manyToOne', target: 'api::customer.customer' },
  link: { type: 'component', component: 'work.link' },
  cost_center: { type: 'string', private: true },
};

interface BuilderType {
  kind: string;
  info: { displayName: string };
  options: object;
  pluginOptions: object;
  attributes: BuilderAttribute[];
}

interface BuilderAttribute {
  name: string;
  enum?: string[];
}

const created = (attributes: object) =>
  Object.entries(attributes).map(([name, properties]) => ({ action: 'create', name, properties }));

let app: DevelopedApp;
let admin: Admin;
let api: Api;
let receiver: Receiver;

/** The body that the builder sends after a change of the ticket type: the whole type. */
async function ticketInBuilder(change: (attribute: BuilderAttribute) => BuilderAttribute = (same) => same) {
  const { body } = await admin.get('/content-type-builder/schema').expect(200);
  const { kind, info, options, pluginOptions, attributes } = body.data.contentTypes[TICKET] as BuilderType;
  return {
    action: 'update',
    uid: TICKET,
    kind,
    displayName: info.displayName,
    draftAndPublish: false,
    options,
    pluginOptions,
    attributes: attributes
      .map(change)
      .map(({ name, ...properties }) => ({ action: 'update', name, properties: omitBy(properties, isNil) })),
  };
}

async function saveInBuilder(data: { components: object[]; contentTypes: object[] }): Promise<void> {
  await app.restartsAfter(() =>
    admin.post('/content-type-builder/update-schema', { data }).expect(200).then(),
  );
}

async function addInBuilder(): Promise<void> {
  const ticket = await ticketInBuilder();
  await saveInBuilder({
    components: [
      {
        action: 'create',
        uid: 'work.link',
        category: 'work',
        displayName: 'Link',
        attributes: created({ label: { type: 'string', required: true } }),
      },
    ],
    contentTypes: [
      {
        action: 'create',
        uid: 'api::customer.customer',
        kind: 'collectionType',
        displayName: 'Customer',
        singularName: 'customer',
        pluralName: 'customers',
        draftAndPublish: false,
        attributes: created({ name: { type: 'string' } }),
      },
      { ...ticket, attributes: [...ticket.attributes, ...created(NEW_FIELDS)] },
    ],
  });
}

/** Checks everything that holds for a custom field without a line of code. */
async function expectFieldsEverywhere(): Promise<void> {
  const customer = await admin
    .post('/content-manager/collection-types/api::customer.customer', { name: 'Ada' })
    .expect(201);
  const fields = {
    nickname: 'Nick',
    customer_tier: 'gold',
    due: '2026-02-20',
    customer: customer.body.data.documentId,
    link: { label: 'a' },
  };
  const { body } = await api.post('/tickets', { title: 'A ticket', ...fields }).expect(201);
  const { ticket } = body;
  expect(ticket).toMatchObject(fields);
  expect(ticket).not.toHaveProperty('cost_center');
  expect((await api.get(`/tickets/${ticket.id}`)).body.ticket).toEqual(ticket);

  const found = await api.get('/tickets?customer_tier=gold&nickname=Nick&due=2026-02-20').expect(200);
  expect(found.body.tickets).toContainEqual(ticket);
  const others = await api.get('/tickets?customer_tier=silver').expect(200);
  expect(others.body.tickets).not.toContainEqual(ticket);

  for (const [name, value, problem] of [
    ['customer_tier', 'tin', 'customer_tier'],
    ['due', 'soon', 'due'],
    ['nickname', 'x'.repeat(21), 'nickname'],
    ['customer', 'nobody', 'customer'],
    ['link', {}, 'link.label'],
  ] as const) {
    const refused = await api.post('/tickets', { title: 'A ticket', [name]: value }).expect(400);
    expect(refused.body).toMatchObject({ error: 'validation_failed', details: [{ path: problem }] });
  }

  const change = { customer_tier: 'silver', customer: null, link: { label: 'b' } };
  await api.patch(`/tickets/${ticket.id}`, change).expect(200);
  const about = (event: string) =>
    receiver.until(1, ({ body: sent }) => sent.event === event && sent.data.id === ticket.id);
  expect((await about('ticket.created'))[0]!.body.data).toEqual(ticket);
  expect((await about('ticket.updated'))[0]!.body.data).toMatchObject({
    ...change,
    changes: {
      customer_tier: { from: 'gold', to: 'silver' },
      customer: { from: fields.customer, to: null },
      link: { from: { label: 'a' }, to: { label: 'b' } },
    },
  });
  const [audit] = await receiver.until(
    1,
    ({ body: sent }) => sent.data.action === 'ticket.updated' && sent.data.target?.id === ticket.id,
  );
  expect(audit!.body.data.actor).toMatchObject({ type: 'api_token' });

  await expectFieldsInPanel(ticket.id);
  await expectFieldsDescribed();
}

async function expectFieldsDescribed(): Promise<void> {
  const { body } = await v1(app, '').get('/openapi.json').expect(200);
  const { properties } = body.components.schemas.Ticket;
  expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(['nickname', 'customer', 'link']));
  expect(JSON.stringify(body)).not.toContain('cost_center');
  const list = body.paths['/tickets'].get.parameters as { name: string; schema: { enum?: string[] } }[];
  expect(list.find(({ name }) => name === 'customer_tier')?.schema.enum).toEqual(['gold', 'silver']);
  expect(list.map(({ name }) => name)).not.toContain('link');
}

async function expectFieldsInPanel(documentId: string): Promise<void> {
  const path = `/content-manager/content-types/${TICKET}/configuration`;
  const { body } = await admin.get(path).expect(200);
  const shown = body.data.contentType.layouts.edit.flat().map(({ name }: { name: string }) => name);
  expect(shown).toEqual(expect.arrayContaining(Object.keys(NEW_FIELDS)));
  const form = `/content-manager/collection-types/${TICKET}/${documentId}`;
  await admin.put(form, { nickname: 'In the panel', cost_center: 'C-1' }).expect(200);
  const { body: seen } = await api.get(`/tickets/${documentId}`).expect(200);
  expect(seen.ticket.nickname).toBe('In the panel');
  const [event] = await receiver.until(
    1,
    ({ body: sent }) => sent.data.id === documentId && sent.data.nickname === 'In the panel',
  );
  expect(Object.keys(event!.body.data.changes as object)).not.toContain('cost_center');
}

/** Upgrades to a newer version of the plugin, with a new attribute and a new index. */
async function upgradePlugin(): Promise<void> {
  const plugin = path.join(app.folder, 'src/plugins/work-tracking');
  const manifest = JSON.parse(await readFile(path.join(plugin, 'package.json'), 'utf8')) as object;
  await writeFile(path.join(plugin, 'package.json'), JSON.stringify({ ...manifest, version: '9.0.0' }));
  await appendFile(
    path.join(plugin, 'dist/server/index.js'),
    `;{
       const { schema } = exports.default.contentTypes.ticket;
       schema.attributes.risk = { type: 'string', configurable: false };
       schema.indexes.push({ name: 'wt_tickets_risk_index', columns: ['risk'] });
     }`,
  );
}

beforeAll(async () => {
  receiver = await startReceiver();
  app = await copyApplication();
  await app.start();
  admin = await registerAdmin(app);
  await addInBuilder();
  const project = await admin
    .post('/content-manager/collection-types/plugin::work-tracking.project', {
      key: 'DEMO',
      name: 'Demo',
      ventureKey: 'DEMO',
    })
    .expect(201);
  const { body } = await admin
    .post('/work-tracking/tokens', { project: project.body.data.documentId, access: 'full' })
    .expect(200);
  const token: string = body.data.token;
  api = { projectKey: 'DEMO', tenantId: project.body.data.documentId, token, ...v1(app, token) };
  await subscribe(api, receiver.url);
});
afterAll(async () => {
  await app.destroy();
  await receiver.close();
});

it('what is added in the builder is at once part of everything', expectFieldsEverywhere);

it('and still is after an upgrade of the plugin, whose own news are there too', async () => {
  await app.stop();
  await upgradePlugin();
  await app.start();
  await expectFieldsEverywhere();
  const { body } = await admin.get(`/content-manager/content-types/${TICKET}/configuration`).expect(200);
  expect(body.data.contentType.metadatas).toHaveProperty('risk');
  const file = path.join(app.folder, 'src', extensionOf('ticket'));
  expect(await readFile(file, 'utf8')).not.toContain('risk');
});

it('a status goes from the builder to the board as extending.md says', async () => {
  const addQa = (attribute: BuilderAttribute) =>
    attribute.name === 'state' ? { ...attribute, enum: [...attribute.enum!, 'qa'] } : attribute;
  await saveInBuilder({ components: [], contentTypes: [await ticketInBuilder(addQa)] });
  expect(app.log()).toContain('No ticket can be moved to the status "qa"');
  const { body } = await api.post('/tickets', { title: 'To be tried' }).expect(201);
  const move = (status: string) => api.patch(`/tickets/${body.ticket.id}`, { status });
  for (const status of ['in_progress', 'in_review']) await move(status).expect(200);
  await move('qa').expect(409);

  const config = path.join(app.folder, 'config/plugins.ts');
  const before = await readFile(config, 'utf8');
  const after = before.replace(/'work-tracking': \{.*?\n {2}\},/s, codeAfter('docs/extending.md', 'moves'));
  expect(after).toContain("qa: ['in_progress', 'done']");
  await app.stop();
  await writeFile(config, after);
  await app.start();

  await move('qa').expect(200);
  const { body: board } = await admin.get('/work-tracking/board').expect(200);
  expect(board.data.columns).toContainEqual({ status: 'qa', count: 1, moves: ['in_progress', 'done'] });
});

import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SENT_EVENT_TYPES } from '../../src/plugins/work-tracking/domain/events';
import { bodySignature } from '../../src/plugins/work-tracking/domain/signature';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startProgram } from '../support/program';
import { startReceiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';
import { codeAfter, codeBlocks, column, PLUGIN_README, ROOT, section, table } from './documents';

const EVENTS = 'docs/events.md';
const SPECIFICATION = 'docs/specification.md';
const FOLDER = makeFolder('examples');

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(FOLDER, 'node_modules'));
  server = await startServer();
  api = await newProject(server, { venture: 'acme' });
});
afterAll(() => server.destroy());

/** The names in a value, however deep; what they hold aside. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shape(entry)]));
}

it("the events that events.md and the plugin's README show have the names that the events have, and their headers", async () => {
  const receiver = await startReceiver();
  const subscription = await subscribe(api, receiver.url);
  const ticket = await fileTicket(api, { title: 'Say hello', priority: 'P1' });
  await api.patch(`/tickets/${ticket.id}`, { status: 'in_progress' }).expect(200);
  const options = [
    { id: 'loud', title: 'Loudly' },
    { id: 'soft', title: 'Softly' },
  ];
  const decision = await fileDecision(api, { frontmatter: { options } });
  await api
    .post(`/decisions/${decision.id}/resolve`, { status: 'approved', option_id: 'loud', note: 'Far away.' })
    .expect(200);
  await receiver.until(7);
  await api.post(`/webhooks/subscriptions/${subscription.id}/test`).expect(202);
  await receiver.until(8);

  const bodyOf = (type: string) => receiver.received.find(({ body: { event } }) => event === type)!.body;
  for (const type of SENT_EVENT_TYPES) {
    const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(section(EVENTS, `### ${type}`))![1]!);
    expect([type, shape(example)]).toEqual([type, shape(bodyOf(type))]);
  }
  const delivered: unknown = JSON.parse(codeAfter(PLUGIN_README, 'delivered'));
  expect(shape(delivered)).toEqual(shape(bodyOf('ticket.updated')));

  const shown = codeBlocks(EVENTS).find(({ language }) => language === 'http')!;
  const names = [...shown.code.matchAll(/^([\w-]+): /gm)].map(([, name]) => name!.toLowerCase());
  const ofHttp = ['host', 'connection', 'content-length'];
  const sent = Object.keys(receiver.received[0]!.headers).filter((name) => !ofHttp.includes(name));
  expect(names.sort()).toEqual(sent.sort());
  await receiver.close();
});

it.each(['receiver', 'library'])(
  'the %s that events.md shows runs as it stands and verifies',
  async (name) => {
    const file = path.join(FOLDER, `${name}.mjs`);
    writeFileSync(file, codeAfter(EVENTS, name));
    const secret = /"secret": "(.*)"/.exec(codeBlocks(EVENTS)[0]!.code)![1]!;
    const receiver = startProgram(file, { SECRET: secret, PORT: '0' });
    await receiver.printed('listening');
    const port = /listening (\d+)/.exec(receiver.output())![1];

    const own = await newProject(server);
    await subscribe(own, `http://127.0.0.1:${port}/hook`, { secret });
    await fileTicket(own, { title: 'Grüße 👋' });
    await receiver.printed('verified ticket.created');
    expect(receiver.output()).toContain('Grüße 👋');
    const forged = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    await receiver.printed('REFUSED');
    await receiver.stop();
  },
);

it("the check that the plugin's README shows knows a genuine body from a forged one", async () => {
  const file = path.join(FOLDER, 'verify.js');
  writeFileSync(file, `${codeAfter(PLUGIN_README, 'verify')}\nmodule.exports = { isGenuine };\n`);
  const { isGenuine } = (await import(file)) as {
    isGenuine: (body: Buffer, header: string, secret: string) => boolean;
  };
  const body = '{"title":"Grüße 👋"}';
  const header = bodySignature(body, 'a secret');
  expect(isGenuine(Buffer.from(body), header, 'a secret')).toBe(true);
  expect(isGenuine(Buffer.from(`${body} `), header, 'a secret')).toBe(false);
  expect(isGenuine(Buffer.from(body), header, 'another')).toBe(false);
  expect(isGenuine(Buffer.from(body), '', 'a secret')).toBe(false);
});

describe('the specification', () => {
  const fields = (heading: string) => column(table(SPECIFICATION, heading), 0).sort();
  const named = (heading: string, names: string[]) => {
    const text = section(SPECIFICATION, heading);
    expect([heading, names.filter((name) => !text.includes(`\`${name}\``))]).toEqual([heading, []]);
  };
  /** The names that a request may give, as its refusal says them. */
  const accepted = async (method: 'post' | 'patch', address: string): Promise<string[]> => {
    const { body } = await api[method](address, { no_such_field: 1 }).expect(400);
    return body.details.find(({ path: field }: { path: string }) => field === 'no_such_field').accepted;
  };
  const parameters = async (address: string): Promise<string[]> =>
    (await api.get(`${address}?no_such_parameter=1`).expect(400)).body.details[0].accepted;

  it('names every field of the records', async () => {
    const ticket = await fileTicket(api);
    const decision = await fileDecision(api);
    const subscription = await subscribe(api, 'http://127.0.0.1:9/hook');
    expect(fields('### 2.1 Ticket')).toEqual(Object.keys(ticket).sort());
    expect(fields('### 2.2 Decision')).toEqual(Object.keys(decision).sort());
    expect(fields('### 2.3 Webhook subscription')).toEqual(Object.keys(subscription).sort());

    const { body: tested } = await api.post(`/webhooks/subscriptions/${subscription.id}/test`).expect(202);
    const { body: full } = await api.get(`/webhooks/deliveries/${tested.delivery.id}`).expect(200);
    named('### 4.4 Deliveries and resends', Object.keys(full.delivery));
    const { body: many } = await api
      .post(`/webhooks/subscriptions/${subscription.id}/resend`, { state: 'delivered' })
      .expect(202);
    named('### 4.4 Deliveries and resends', Object.keys(many.resend));
    const { body: me } = await api.get('/me').expect(200);
    named('### 4.6 The service itself', [me.project, me.token, me.limits].flatMap(Object.keys));
    const { body: workflow } = await api.get('/workflow').expect(200);
    named(
      '### 4.6 The service itself',
      Object.keys(workflow).filter((name) => name !== 'version'),
    );
    named('### 4.6 The service itself', Object.keys(workflow.statuses[0]));
    const { body: types } = await api.get('/webhooks/event-types').expect(200);
    named('### 4.6 The service itself', Object.keys(types.event_types[0]));
    const text = section(SPECIFICATION, '## 9. Limits');
    expect(text).toContain(`${me.limits.page_size} at most`);
    expect(text).toContain(`${me.limits.body_bytes.toLocaleString('en')} bytes`);
    expect(text).toContain(`${me.limits.reads_per_minute.toLocaleString('en')} reads`);
    expect(text).toContain(`${me.limits.writes_per_minute.toLocaleString('en')} writes`);
  });

  it('names everything that requests may hold', async () => {
    const ticket = await fileTicket(api);
    const decision = await fileDecision(api);
    const subscription = await subscribe(api, 'http://127.0.0.1:9/hook');
    named('### 4.1 Tickets', await accepted('post', '/tickets'));
    named('### 4.1 Tickets', await accepted('patch', `/tickets/${ticket.id}`));
    named('### 4.2 Decisions', await accepted('post', '/decisions'));
    named('### 4.2 Decisions', await accepted('patch', `/decisions/${decision.id}`));
    named('### 4.2 Decisions', await accepted('post', `/decisions/${decision.id}/resolve`));
    named('### 4.3 Subscriptions', await accepted('post', '/webhooks/subscriptions'));
    const resend = `/webhooks/subscriptions/${subscription.id}/resend`;
    named('### 4.3 Subscriptions', await accepted('post', resend));

    const ofEveryList = ['limit', 'cursor', 'offset'];
    named('### 4.7 Lists', ofEveryList);
    const lists = {
      '/tickets': '### 4.1 Tickets',
      '/decisions': '### 4.2 Decisions',
      '/webhooks/deliveries': '### 4.4 Deliveries and resends',
    };
    for (const [address, heading] of Object.entries(lists)) {
      named(
        heading,
        (await parameters(address)).filter((name) => !ofEveryList.includes(name)),
      );
    }
  });
});

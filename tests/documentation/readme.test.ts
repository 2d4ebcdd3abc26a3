import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { COMMANDS } from '../../src/plugins/work-tracking/bin/commands';
import { readCommandLine } from '../../src/plugins/work-tracking/bin/read-command-line';
import { AUDIT_ACTIONS, EVENT_TYPES, PING } from '../../src/plugins/work-tracking/domain/events';
import { PANEL_ACTIONS } from '../../src/plugins/work-tracking/domain/panel-actions';
import { DEFAULT_TICKET_MOVES } from '../../src/plugins/work-tracking/domain/ticket';
import { API_ERRORS } from '../../src/plugins/work-tracking/server/src/errors';
import { SETTINGS } from '../../src/plugins/work-tracking/server/src/settings';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { fileDecision, fileTicket, newProject, subscribe } from '../support/api';
import { startProgram } from '../support/program';
import { startReceiver } from '../support/receiver';
import { startServer, type TestServer } from '../support/server';

const README = readFileSync(path.join(__dirname, '../../README.md'), 'utf8');

/** The heading under which the README tells of a test. */
const RESENDING = 'Deliveries and resending';

/** What stands under a heading, up to the next one of any level. */
function section(heading: string): string {
  const start = README.indexOf(`\n${heading}\n`);
  expect([heading, start]).not.toEqual([heading, -1]);
  const text = README.slice(start + heading.length + 2);
  const end = text.search(/^#{1,6} /m);
  return end < 0 ? text : text.slice(0, end);
}

/** The cells of the first table under a heading, without its head; code marks are taken off. */
function table(heading: string): string[][] {
  const rows = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  return rows.slice(2);
}

const column = (rows: string[][], index: number) => rows.map((row) => row[index]);

describe("README's tables are the code's", () => {
  it('statuses and moves', () => {
    const expected = Object.entries(DEFAULT_TICKET_MOVES).map(([from, to]) => [from, to.join(', ')]);
    expect(table('### Statuses and moves')).toEqual(expected);
  });

  it('routes', () => {
    const expected = ROUTES.map(({ method, path: route, action }) => [`${method} /api/v1${route}`, action]);
    const rows = table('### Routes');
    expect(rows.map((row) => row.slice(0, 2))).toEqual(expected);
    expect(column(rows, 2).map((text) => Number(text!.slice(0, 3)))).toEqual(
      ROUTES.map(({ status }) => status),
    );
  });

  it('error codes', () => {
    const expected = Object.entries(API_ERRORS).map(([code, { status }]) => [String(status), code]);
    expect(table('### Errors').map((row) => row.slice(0, 2))).toEqual(expected);
  });

  it('settings', () => {
    const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
    const shown = (value: unknown) => (isEmpty(value) ? 'none' : String(value));
    const expected = SETTINGS.map(({ variable, default: usual, productionDefault, reason }) => [
      variable,
      productionDefault === undefined
        ? shown(usual)
        : `${shown(productionDefault)} in production, else ${shown(usual)}`,
      reason.replaceAll('`', ''),
    ]);
    expect(table('## Settings')).toEqual(expected);
  });

  it("the panel's actions", () => {
    expect(table('### Permissions in the panel')).toEqual(
      PANEL_ACTIONS.map(({ uid, displayName }) => [uid, displayName]),
    );
  });

  it('commands, each with an example that it takes', () => {
    const rows = table('## Command line');
    expect(rows.map((row) => row.slice(0, 2))).toEqual(COMMANDS.map(({ name, summary }) => [name, summary]));
    for (const [name, , example = ''] of rows) {
      const [npx, program, ...argv] = example.split(' ');
      expect([npx, program]).toEqual(['npx', 'strapi-work-tracking']);
      expect(readCommandLine(argv)).toMatchObject({ command: { name } });
    }
  });

  it('audit actions', () => {
    expect(column(table('### audit.event'), 0)).toEqual([...AUDIT_ACTIONS]);
  });
});

describe("README's examples", () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.destroy());

  /** The names in a value, however deep; what they hold aside. */
  function shape(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shape(entry)]));
  }

  it('of events have the names that the events have', async () => {
    const receiver = await startReceiver();
    const api = await newProject(server, { venture: 'acme' });
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
    const headings = { ...Object.fromEntries(EVENT_TYPES.map((type) => [type, type])), [PING]: RESENDING };
    for (const [type, heading] of Object.entries(headings)) {
      const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(section(`### ${heading}`))![1]!);
      const actual = receiver.received.find(({ body }) => body.event === type)!.body;
      expect(shape(example)).toEqual(shape(actual));
    }
    await receiver.close();
  });

  it('of a receiver runs as it stands and verifies', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'work-tracking-readme-')), 'receiver.mjs');
    writeFileSync(file, /<!-- receiver -->\s+```js\n(.*?)```/s.exec(README)![1]!);
    const receiver = startProgram(file, { SECRET: 'walk-secret', PORT: '0' });
    await receiver.printed('listening');
    const port = /listening (\d+)/.exec(receiver.output())![1];

    const api = await newProject(server);
    await subscribe(api, `http://127.0.0.1:${port}/hook`, { secret: 'walk-secret' });
    await fileTicket(api, { title: 'Grüße 👋' });
    await receiver.printed('verified ticket.created');
    expect(receiver.output()).toContain('Grüße 👋');
    const forged = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
    await receiver.printed('REFUSED');
    await receiver.stop();
  });
});

import { parseCommandLine } from '../../src/plugins/work-tracking/bin/arguments';
import { COMMANDS } from '../../src/plugins/work-tracking/bin/commands';
import { DECISION_STATUSES } from '../../src/plugins/work-tracking/domain/decision';
import {
  ATTEMPT_RESULTS,
  DELIVERY_STATES,
  ENDED_DELIVERY_STATES,
  RESEND_STATES,
} from '../../src/plugins/work-tracking/domain/delivery';
import { API_ERRORS, PANEL_ERRORS } from '../../src/plugins/work-tracking/domain/errors';
import {
  ACTOR_TYPES,
  AUDIT_ACTIONS,
  EVENT_TYPES,
  TARGET_TYPES,
} from '../../src/plugins/work-tracking/domain/events';
import { PANEL_ACTIONS } from '../../src/plugins/work-tracking/domain/panel-actions';
import { eventHeaders, SIGNATURE_HEADERS } from '../../src/plugins/work-tracking/domain/signature';
import {
  DEFAULT_TICKET_MOVES,
  TICKET_PRIORITIES,
  TICKET_STATUS_CATEGORIES,
} from '../../src/plugins/work-tracking/domain/ticket';
import { SETTINGS } from '../../src/plugins/work-tracking/server/src/settings';
import { ROUTES } from '../../src/plugins/work-tracking/server/src/v1/routes';
import { column, PLUGIN_README, read, section, table } from './documents';

const SPECIFICATION = 'docs/specification.md';

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
const shown = (value: unknown) => (isEmpty(value) ? 'none' : String(value));
const names = (values: readonly string[]) => values.map((value) => `\`${value}\``);

describe('the tables of the specification', () => {
  it('of moves', () => {
    const expected = Object.entries(DEFAULT_TICKET_MOVES).map(([from, to]) => [from, to.join(', ')]);
    expect(table(SPECIFICATION, '### 3.1 Tickets')).toEqual(expected);
  });

  it('of error codes', () => {
    const expected = Object.entries(API_ERRORS).map(([code, { status }]) => [String(status), code]);
    expect(table(SPECIFICATION, '### 8.2 The codes').map((row) => row.slice(0, 2))).toEqual(expected);
  });

  it('of event types', () => {
    expect(column(table(SPECIFICATION, '### 6.1 Event types and their data'), 0)).toEqual([...EVENT_TYPES]);
  });

  it('of audit actions, each with a target that there is', () => {
    const rows = table(SPECIFICATION, '### 6.2 Audit entries');
    expect(column(rows, 0)).toEqual([...AUDIT_ACTIONS]);
    const targets = column(rows, 1).flatMap((cell) => cell.split(', '));
    expect([...new Set(targets)]).toEqual([...TARGET_TYPES]);
    for (const type of ACTOR_TYPES) {
      expect(section(SPECIFICATION, '### 6.2 Audit entries')).toContain(`\`${type}\``);
    }
  });

  it('of the headers of a delivery', () => {
    const sent = [
      ...Object.keys(eventHeaders({ id: '', type: 'ticket.created', seq: 1 })),
      ...SIGNATURE_HEADERS,
    ];
    const rows = column(table(SPECIFICATION, '### 7.1 The request'), 0);
    expect(rows.sort()).toEqual(sent.sort());
  });

  it('of the results of attempts, and of the states of deliveries', () => {
    expect(column(table(SPECIFICATION, '### 7.3 Attempts and retries'), 0)).toEqual([...ATTEMPT_RESULTS]);
    expect(column(table(SPECIFICATION, '### 7.4 States'), 0)).toEqual([...DELIVERY_STATES]);
  });
});

describe('the text of the specification', () => {
  it('describes every route, and no other', () => {
    const described = [...read(SPECIFICATION).matchAll(/^\*\*`(\w+ \/api\/v1\/\S+)`\*\*/gm)].map(
      ([, route]) => route,
    );
    expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} /api/v1${path}`).sort());
  });

  it.each([
    ['### 2.1 Ticket', TICKET_PRIORITIES],
    ['### 2.2 Decision', DECISION_STATUSES],
    ['### 4.3 Subscriptions', ENDED_DELIVERY_STATES],
    ['### 4.4 Deliveries and resends', RESEND_STATES],
    ['### 4.6 The service itself', TICKET_STATUS_CATEGORIES],
  ])('names under %s every value that there is', (heading, values) => {
    const text = section(SPECIFICATION, heading);
    expect(names(values).filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe('the tables of the other documents', () => {
  it('of routes, with their actions and statuses', () => {
    const rows = table('docs/api.md', '## Routes');
    const expected = ROUTES.map(({ method, path, action }) => [`${method} /api/v1${path}`, action]);
    expect(rows.map((row) => row.slice(0, 2))).toEqual(expected);
    expect(column(rows, 2).map((text) => Number(text.slice(0, 3)))).toEqual(
      ROUTES.map(({ status }) => status),
    );
  });

  it('of what to do with an error has every status that there is', () => {
    const statuses = column(table('docs/api.md', '## When a request is refused'), 0).flatMap((cell) =>
      cell.split(', '),
    );
    const known = new Set(Object.values(API_ERRORS).map(({ status }) => String(status)));
    // A wrong method is a mistake of whoever writes the client, not something that a client deals with.
    known.delete('405');
    expect(new Set(statuses)).toEqual(known);
  });

  it('of settings', () => {
    const expected = SETTINGS.map(({ variable, default: usual, defaultText, reason }) => [
      variable,
      defaultText ?? shown(usual),
      reason.replaceAll('`', ''),
    ]);
    expect(table('docs/settings.md', "## The service's own")).toEqual(expected);
    expect(table('docs/settings.md', "## The service's own", 1)).toEqual(
      SETTINGS.map(({ option, variable }) => [option, variable]),
    );
  });

  it("of the plugin's settings, and it leaves none out", () => {
    const rows = table(PLUGIN_README, '## Settings');
    const expected = rows.map(([variable]) => {
      const setting = SETTINGS.find((candidate) => candidate.variable === variable);
      return [variable, setting?.option, shown(setting?.default)];
    });
    expect(rows.map((row) => row.slice(0, 3))).toEqual(expected);
    const text = section(PLUGIN_README, '## Settings');
    expect(SETTINGS.map(({ variable }) => variable).filter((name) => !text.includes(`\`${name}\``))).toEqual(
      [],
    );
  });

  it("of the panel's permissions", () => {
    expect(table('docs/panel.md', '## Permissions')).toEqual(
      PANEL_ACTIONS.map(({ uid, displayName }) => [uid, displayName]),
    );
  });

  it('of commands, each with an example that it takes', () => {
    const rows = table('docs/command-line.md', '# Command line');
    expect(rows.map((row) => row.slice(0, 2))).toEqual(
      Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]),
    );
    for (const [command = '', , example = ''] of rows) {
      const [npx, name, ...args] = example.split(' ');
      expect([npx, name]).toEqual(['npx', 'strapi-work-tracking']);
      expect(parseCommandLine(args)).toMatchObject({ command: COMMANDS[command] });
    }
  });

  it("of the panel's errors", () => {
    const expected = Object.entries(PANEL_ERRORS).map(([code, { status }]) => [String(status), code]);
    expect(table('docs/panel.md', '## Errors').map((row) => row.slice(0, 2))).toEqual(expected);
  });
});

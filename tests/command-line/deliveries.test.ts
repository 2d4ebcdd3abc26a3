import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { loadCommands, rowsOf, runCommand, type Ended, type LoadedCommands } from '../support/command-line';
import { insertDeliveries, recorded } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

const SECRET = 'whsec_bm90IHRvIGJlIHNlZW4gYnkgYW55Ym9keQ==';
const NOWHERE = 'http://127.0.0.1:9/hook';
const BASE = Date.UTC(2026, 0, 1);

let server: SharedServer;
let commands: LoadedCommands;
let receiver: Receiver;
let api: Api;
let subscription: { id: string };
/** The secret as the database stores it. */
let encrypted: string;
/** No output may contain any of these. */
let secrets: string[];

beforeAll(async () => {
  server = await sharedServer();
  commands = await loadCommands(server);
  receiver = await startReceiver();
  api = await newProject(server);
  subscription = await subscribe(api, receiver.url, { secret: SECRET, event_types: ['ticket.created'] });
  encrypted = await server.run(async (strapi, id) => {
    const row = await strapi.db
      .query('plugin::work-tracking.webhook-subscription')
      .findOne({ where: { documentId: id } });
    return row.secret as string;
  }, subscription.id);
  secrets = [SECRET, encrypted, api.token];
});
afterAll(async () => {
  await commands.close();
  await receiver.close();
  await server.release();
});

/** Every output in this file is searched for secrets. */
async function withoutSecrets(running: Promise<Ended>): Promise<Ended> {
  const ended = await running;
  for (const secret of secrets) expect(ended.stdout + ended.stderr).not.toContain(secret);
  return ended;
}

const run = (...args: string[]) => withoutSecrets(commands.run(args));

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

describe('subscriptions', () => {
  it("are v1's, newest first, with why and since when one fails", async () => {
    const project = await newProject(server);
    const first = await subscribe(project, NOWHERE, { secret: SECRET });
    const second = await subscribe(project, NOWHERE, { secret: SECRET });
    await server.run(
      (strapi, id) =>
        strapi.db
          .connection('work_tracking_webhook_subscriptions')
          .where({ document_id: id })
          .update({
            active: false,
            disabled_reason: 'The endpoint answered 410.',
            failing_since: new Date(Date.UTC(2026, 0, 1)),
          }),
      first.id,
    );
    const { body } = await project.get('/webhooks/subscriptions').expect(200);
    const [healthy, failing] = body.subscriptions;
    expect([healthy.id, failing.id]).toEqual([second.id, first.id]);
    expect(await json('subscriptions', '--project', project.projectKey)).toEqual({
      subscriptions: [
        { ...healthy, failing_since: null, disabled_reason: null },
        {
          ...failing,
          active: false,
          failing_since: '2026-01-01T00:00:00.000Z',
          disabled_reason: 'The endpoint answered 410.',
        },
      ],
    });
    const { stdout } = await run('subscriptions', '--project', project.projectKey);
    const types = 'ticket.created, ticket.updated, decision.resolved, audit.event';
    expect(rowsOf(stdout)).toEqual([
      [second.id, 'yes', '-', '-', types, NOWHERE],
      [first.id, 'no', '2026-01-01T00:00:00.000Z', 'The endpoint answered 410.', types, NOWHERE],
    ]);
  });

  it('says on standard error that there are none', async () => {
    const project = await newProject(server);
    const command = ['subscriptions', '--project', project.projectKey];
    expect(await withoutSecrets(runCommand(command, { server }))).toEqual({
      code: 0,
      stdout: '',
      stderr: 'This project has no subscriptions.\n',
    });
  });
});

describe('deliveries', () => {
  let list: string[];
  let one: { id: string };
  /** As v1 lists them: a ping to another subscription, then two to `one`, held and dead. */
  let all: { id: string; state: string; event_type: string; created_at: string; subscription_id: string }[];

  beforeAll(async () => {
    const project = await newProject(server);
    list = ['deliveries', '--project', project.projectKey];
    one = await subscribe(project, NOWHERE, { secret: SECRET, event_types: ['ticket.updated'] });
    const other = await subscribe(project, NOWHERE, { secret: SECRET, event_types: ['ticket.updated'] });
    await insertDeliveries(server, one.id, [
      { state: 'dead', createdAt: BASE },
      { state: 'held', createdAt: BASE + 1 },
    ]);
    await insertDeliveries(server, other.id, [{ state: 'dead', eventType: 'ping', createdAt: BASE + 2 }]);
    all = (await project.get('/webhooks/deliveries').expect(200)).body.deliveries;
  });

  it("are v1's, newest first, in pages", async () => {
    const first = await json(...list, '--limit', '2');
    expect(first).toEqual({
      deliveries: all.slice(0, 2),
      next_cursor: expect.any(String),
      has_more: true,
    });
    expect(await json(...list, '--cursor', first.next_cursor)).toEqual({
      deliveries: all.slice(2),
      next_cursor: null,
      has_more: false,
    });
  });

  it('are filtered by state, subscription and event type', async () => {
    const dead = await json(...list, '--state', 'dead', '--subscription', one.id);
    expect(dead.deliveries).toEqual([all[2]]);
    const pings = await json(...list, '--event-type', 'ping');
    expect(pings.deliveries).toEqual([all[0]]);
  });

  it('are a table for people, with the cursor of the next page', async () => {
    const { code, stdout, stderr } = await run(...list, '--limit', '2');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^There are more: --cursor [\w-]+\n$/);
    expect(rowsOf(stdout)).toEqual(
      all
        .slice(0, 2)
        .map((row) => [row.id, row.state, '6', row.event_type, row.created_at, '-', row.subscription_id]),
    );
  });

  it.each([
    [['--state', 'lost'], /^error: --state is one of pending, sending, delivered, dead, held, cancelled\.\n/],
    [['--event-type', 'ticket.gone'], /^error: --event-type is one of ticket\.created, .+, ping\.\n/],
    [['--limit', '1001'], /^error: --limit is a whole number from 1 to 1000\.\n/],
    [['--limit', 'ten', '--subscription', ''], /^error: --subscription is empty; --limit is a whole number/],
  ])('%j is wrong usage', async (options, sentence) => {
    const ended = await run('deliveries', '--project', api.projectKey, ...options);
    expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
  });

  it.each([
    [['deliveries', '--project', 'NOPE'], 'There is no project NOPE.'],
    [['subscriptions', '--project', 'NOPE'], 'There is no project NOPE.'],
    [['deliveries', 'show', 'nope'], 'There is no delivery nope.'],
  ])('%j fails with a sentence', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: `error: ${sentence}\n` });
  });

  it('an invalid cursor fails with a sentence', async () => {
    const ended = await run('deliveries', '--project', api.projectKey, '--cursor', 'abc');
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: cursor is not a next_cursor/),
    });
  });
});

describe('deliveries show', () => {
  it('has what was sent and every attempt, and no control character that would move the cursor of a terminal', async () => {
    receiver.answer((_request, response) => void response.writeHead(503).end('\u001b[2Jbusy\u0007'));
    await fileTicket(api, { title: 'Grüße 👋\u009b2J' });
    const [sent] = await receiver.until(1);
    await recorded(server, sent!.body.id, 1);
    const { body: list } = await api.get('/webhooks/deliveries').expect(200);
    const [{ id }] = list.deliveries;
    const { body } = await api.get(`/webhooks/deliveries/${id}`).expect(200);
    expect(await json('deliveries', 'show', id)).toEqual({ delivery: body.delivery });

    const { code, stdout, stderr } = await run('deliveries', 'show', id);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^id +${id}\nstate +pending\nevent type +ticket.created\n`));
    expect(stdout).toContain('"title": "Grüße 👋?2J"');
    const [attempt] = rowsOf(stdout.slice(stdout.indexOf('\nATTEMPT ') + 1));
    expect(attempt).toEqual([
      ...['1', expect.any(String), expect.any(String), 'http_error', '503', '-', '?[2Jbusy?'],
    ]);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

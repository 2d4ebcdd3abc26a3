import {
  fileDecision,
  fileTicket,
  newProject,
  subscribe,
  ticketIn,
  tokenFor,
  type Api,
} from '../support/api';
import { loadCommands, rowsOf, runCommand, type LoadedCommands } from '../support/command-line';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let commands: LoadedCommands;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  commands = await loadCommands(server);
  api = await newProject(server, { venture: 'acme' });
  await fileTicket(api);
  await fileTicket(api);
  await ticketIn(api, 'done');
  await fileDecision(api);
  const resolved = await fileDecision(api);
  await api.post(`/decisions/${resolved.id}/resolve`, { status: 'approved' }).expect(200);
  await subscribe(api, 'http://127.0.0.1:9/hook');
});
afterAll(async () => {
  await commands.close();
  await server.release();
});

const run = (...args: string[]) => commands.run(args);

const fields = () => ({
  project_key: api.projectKey,
  venture_key: 'acme',
  tenant_id: api.tenantId,
  name: api.projectKey,
});

describe('project list', () => {
  it('counts what is open in each', async () => {
    const empty = await newProject(server);
    const { code, stdout, stderr } = await run('project', 'list', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const { projects } = JSON.parse(stdout) as { projects: { project_key: string }[] };
    const keys = projects.map((project) => project.project_key);
    expect(keys).toEqual([...keys].sort());
    expect(projects).toContainEqual({ ...fields(), open_tickets: 2, open_decisions: 1, subscriptions: 1 });
    expect(projects).toContainEqual(
      expect.objectContaining({
        project_key: empty.projectKey,
        open_tickets: 0,
        open_decisions: 0,
        subscriptions: 0,
      }),
    );
  });

  it('is a table for people', async () => {
    const { code, stdout, stderr } = await runCommand(['project', 'list'], { server });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^KEY +VENTURE +NAME +OPEN TICKETS +OPEN DECISIONS +SUBSCRIPTIONS\n/);
    expect(rowsOf(stdout)).toContainEqual([api.projectKey, 'acme', api.projectKey, '2', '1', '1']);
    const starts = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.search(/\d+ +\d+ +\d+$|OPEN TICKETS/));
    expect(new Set(starts).size).toBe(1);
  });
});

describe('project show', () => {
  it('counts by status', async () => {
    const { stdout } = await run('project', 'show', api.projectKey, '--json');
    expect(JSON.parse(stdout)).toEqual({
      project: {
        ...fields(),
        tickets: { open: 2, done: 1 },
        decisions: { open: 1, resolved: 1 },
        subscriptions: 1,
        active_subscriptions: 1,
      },
    });
  });

  it('is a list for people', async () => {
    const { code, stdout, stderr } = await run('project', 'show', api.projectKey);
    expect([code, stderr]).toEqual([0, '']);
    const lines = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    );
    expect(lines).toMatchObject({
      key: api.projectKey,
      venture: 'acme',
      tenant_id: api.tenantId,
      subscriptions: '1, 1 active',
    });
    expect(lines.tickets.split(', ').sort()).toEqual(['1 done', '2 open']);
    expect(lines.decisions.split(', ').sort()).toEqual(['1 open', '1 resolved']);
  });

  it('fails with a sentence when there is no such project', async () => {
    expect(await runCommand(['project', 'show', 'NOPE'], { server })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: There is no project NOPE.\n',
    });
  });
});

describe('project create', () => {
  it('makes a project that tokens can be issued for', async () => {
    const { code, stdout } = await run(
      ...['project', 'create', 'MADE', '--venture', 'acme', '--name', 'Made here', '--json'],
    );
    expect(code).toBe(0);
    const { project } = JSON.parse(stdout);
    expect(project).toEqual({
      project_key: 'MADE',
      venture_key: 'acme',
      tenant_id: expect.any(String),
      name: 'Made here',
    });
    const made = await tokenFor(server, 'MADE');
    expect(made.tenantId).toBe(project.tenant_id);
    expect(await fileTicket(made)).toMatchObject({ project_key: 'MADE', venture_key: 'acme' });
  });

  it('takes venture and name from the key', async () => {
    const { code, stdout } = await run('project', 'create', 'PLAIN');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^key +PLAIN\nventure +PLAIN\nname +PLAIN\ntenant_id +\w+\n$/);
  });

  it('takes a value that looks like an option where it is written with an equals sign', async () => {
    const { code, stdout } = await run('project', 'create', 'DASHED', '--name=--dashed', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ project: { name: '--dashed' } });
  });

  it.each([
    [[], 1, 'There is already a project with that key.'],
    [['--venture', '1'], 1, /^error: ventureKey has 1 to 64 letters/],
    [['--name', ' '], 2, '--name is empty.\n(add --help for additional information)'],
  ])('refuses %j with %d and a sentence', async (options, code, sentence) => {
    const key = options.length === 0 ? api.projectKey : 'REFUSED';
    const ended = await run('project', 'create', key, ...options);
    expect(ended).toEqual({
      code,
      stdout: '',
      stderr: typeof sentence === 'string' ? `error: ${sentence}\n` : expect.stringMatching(sentence),
    });
    const made = await server.run((strapi) =>
      strapi.db.query('plugin::work-tracking.project').count({ where: { key: 'REFUSED' } }),
    );
    expect(made).toBe(0);
  });
});

it.each([
  [['--venture', 'other'], /^error: Project .+ belongs to venture acme, not to other\.\n$/],
  [['--days', '0'], /days/],
  [['--access', 'admin'], /access/],
])('token refuses %j with a sentence', async (options, sentence) => {
  expect(await run('token', '--project', api.projectKey, ...options)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(sentence),
  });
});

it('token takes --json as well, and prints what it prints without', async () => {
  const { code, stdout } = await runCommand(['token', '--project', api.projectKey, '--json'], { server });
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(stdout))).toEqual(['project_key', 'venture_key', 'tenant_id', 'token']);
});

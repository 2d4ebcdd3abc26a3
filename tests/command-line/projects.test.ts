import {
  fileDecision,
  fileTicket,
  newProject,
  subscribe,
  ticketIn,
  tokenFor,
  type Api,
} from '../support/api';
import { outcomeOf, runCommand } from '../support/command-line';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  api = await newProject(server, { venture: 'acme' });
  await fileTicket(api);
  await fileTicket(api);
  await ticketIn(api, 'done');
  await fileDecision(api);
  const resolved = await fileDecision(api);
  await api.post(`/decisions/${resolved.id}/resolve`, { status: 'approved' }).expect(200);
  await subscribe(api, 'http://127.0.0.1:9/hook');
});
afterAll(() => server.release());

const run = (...args: string[]) => runCommand(args, { server });
const outcome = (...args: string[]) => outcomeOf(server, ...args);

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
    const { code, stdout, stderr } = await run('project', 'list');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^project_key +venture_key +tenant_id +open_tickets +open_decisions +subscriptions +name\n/,
    );
    const row = [api.projectKey, 'acme', api.tenantId, '2', '1', '1', api.projectKey];
    expect(stdout).toMatch(new RegExp(`^${row.join(' +')}$`, 'm'));
  });
});

describe('project show', () => {
  it('counts by status, in lines for people', async () => {
    const { result, text } = await outcome('project', 'show', api.projectKey);
    const counts = { subscriptions: 1, active_subscriptions: 1 };
    expect(result).toEqual({
      project: {
        ...fields(),
        ...counts,
        tickets: { open: 2, done: 1 },
        decisions: { open: 1, resolved: 1 },
      },
    });
    expect(text).toMatch(new RegExp(`^project_key +${api.projectKey}\nventure_key +acme\n`));
    expect(text).toMatch(/^tickets +(2 open, 1 done|1 done, 2 open)$/m);
  });

  it('fails with a sentence when there is no such project', async () => {
    expect(await run('project', 'show', 'NOPE')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: There is no project NOPE.\n',
    });
  });
});

describe('project create', () => {
  it('makes a project that tokens can be issued for; a value may look like an option', async () => {
    const { result } = await outcome('project', 'create', 'MADE', '--venture', 'acme', '--name=--made-here');
    expect(result).toEqual({
      project: {
        project_key: 'MADE',
        venture_key: 'acme',
        tenant_id: expect.any(String),
        name: '--made-here',
      },
    });
    const made = await tokenFor(server, 'MADE');
    expect(result).toMatchObject({ project: { tenant_id: made.tenantId } });
    expect(await fileTicket(made)).toMatchObject({ project_key: 'MADE', venture_key: 'acme' });
  });

  it('takes venture and name from the key', async () => {
    const { text } = await outcome('project', 'create', 'PLAIN');
    expect(text).toMatch(/^project_key +PLAIN\nventure_key +PLAIN\ntenant_id +\w+\nname +PLAIN\n$/);
  });

  it('refuses a key that is taken, a venture that can not be one, and a name without letters', async () => {
    const create = (...args: string[]) => outcome('project', 'create', ...args);
    await expect(create(api.projectKey)).rejects.toThrow('There is already a project with that key.');
    await expect(create('REFUSED', '--venture', '1')).rejects.toThrow(/^ventureKey has 1 to 64 letters/);
    expect(await run('project', 'create', 'REFUSED', '--name', ' ')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: --name is empty.\n(add --help for additional information)\n',
    });
    await expect(outcome('project', 'show', 'REFUSED')).rejects.toThrow('There is no project REFUSED.');
  });
});

describe('token', () => {
  it.each([
    [['--venture', 'other'], /^Project .+ belongs to venture acme, not to other\.$/],
    [['--days', '0', '--access', 'admin'], /^A token can't be issued like this\. access: .+; days: .+$/],
  ])('refuses %j with a sentence', async (options, sentence) => {
    await expect(outcome('token', '--project', api.projectKey, ...options)).rejects.toThrow(sentence);
  });

  it('takes --json as well, and prints what it prints without', async () => {
    const { code, stdout } = await run('token', '--project', api.projectKey, '--json');
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['project_key', 'venture_key', 'tenant_id', 'token']);
  });
});

import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { fileDecision, fileTicket, newProject, subscribe, type Api } from '../support/api';
import { startProgram, type Program } from '../support/program';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const PROGRAM = path.join(__dirname, '../../examples/sync/sync.js');
const FOLDER = makeFolder('sync');
const HOUR_S = '3600';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

type Mirror = Record<'ticket' | 'decision', Record<string, unknown>>;

/** A project, and where its mirror is. */
interface Mirrored {
  api: Api;
  env: Record<string, string>;
}

async function mirrored(env: Record<string, string> = {}): Promise<Mirrored> {
  const api = await newProject(server);
  const file = path.join(FOLDER, `${api.projectKey}.db`);
  return { api, env: { API: `${server.url}/api/v1`, TOKEN: api.token, FILE: file, ...env } };
}

/** A port that is free now, and the address there: the same one after each start. */
async function hookAddress(): Promise<Record<string, string>> {
  const receiver = await startReceiver();
  await receiver.close();
  return { PORT: new URL(receiver.url).port, HOOK: receiver.url };
}

const any = <Entry>(entries: readonly Entry[]): Entry => entries[randomInt(entries.length)]!;

/** Changes the project in all ways that the API has, one after the other; some requests break rules. */
async function change(api: Api, count: number): Promise<void> {
  const tickets = [(await fileTicket(api)).id as string];
  const decisions = [(await fileDecision(api)).id as string];
  const ways = [
    async () => tickets.push((await fileTicket(api, { labels: ['a'] })).id),
    async () => decisions.push((await fileDecision(api)).id),
    () => api.patch(`/tickets/${any(tickets)}`, { title: `Title ${randomInt(100)}` }),
    () => api.patch(`/tickets/${any(tickets)}`, { status: any(['open', 'in_progress', 'done']) }),
    () => api.patch(`/decisions/${any(decisions)}`, { title: `Title ${randomInt(100)}` }),
    () => api.post(`/decisions/${any(decisions)}/resolve`, { status: 'approved' }),
    () => api.post(`/tickets/${any(tickets)}/comments`, { body: 'Said' }),
    () => api.delete(`/tickets/${any(tickets)}`),
    () => api.delete(`/decisions/${any(decisions)}`),
  ];
  for (let number = 0; number < count; number += 1) await any(ways)();
}

/** Resolves when the program has stored the newest change. */
async function caughtUp({ api }: Mirrored, program: Program): Promise<void> {
  const newest = await api.get('/changes?after=0&limit=100');
  let page = newest.body;
  while (page.has_more) page = (await api.get(`/changes?after=${page.next_after}&limit=100`)).body;
  await program.printed(`after ${page.next_after}\n`);
}

async function stored({ api }: Mirrored): Promise<Mirror> {
  const all = async (name: string) => {
    const records: { id: string }[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await api.get(`/${name}?limit=100${query}`).expect(200);
      records.push(...body[name]);
      cursor = body.next_cursor;
    } while (cursor !== null);
    return Object.fromEntries(records.map((record) => [record.id, record]));
  };
  return { ticket: await all('tickets'), decision: await all('decisions') };
}

function mirror({ env }: Mirrored): Mirror {
  const db = new Database(env.FILE, { readonly: true });
  const rows = db.prepare('SELECT type, id, json FROM record').all() as {
    type: keyof Mirror;
    id: string;
    json: string;
  }[];
  db.close();
  const found: Mirror = { ticket: {}, decision: {} };
  for (const { type, id, json } of rows) found[type][id] = JSON.parse(json);
  return found;
}

it('has what the service has, however often it is killed', async () => {
  const project = await mirrored({ ...(await hookAddress()), QUIET_SECONDS: '1' });
  const { api, env } = project;
  for (let kills = 0; kills < 4; kills += 1) {
    const program = startProgram(PROGRAM, env);
    const changing = change(api, 25);
    await program.printed('after');
    await program.kill();
    await changing;
  }
  const program = startProgram(PROGRAM, env);
  await change(api, 25);
  await caughtUp(project, program);
  await program.stop();
  expect(mirror(project)).toEqual(await stored(project));
  const { subscriptions } = (await api.get('/webhooks/subscriptions').expect(200)).body;
  expect(subscriptions).toHaveLength(1);
});

it('hears of a change by a webhook', async () => {
  const project = await mirrored({ ...(await hookAddress()), QUIET_SECONDS: HOUR_S });
  const program = startProgram(PROGRAM, project.env);
  await program.printed('after');
  for (const title of ['One', 'Two']) {
    await fileTicket(project.api, { title });
    await caughtUp(project, program);
    expect(mirror(project)).toEqual(await stored(project));
  }
  await program.stop();
});

it('takes the secret of a subscription that is there', async () => {
  const { PORT, HOOK } = await hookAddress();
  const project = await mirrored({ PORT: PORT!, SECRET: 'a secret', QUIET_SECONDS: HOUR_S });
  await subscribe(project.api, HOOK!, { event_types: ['audit.event'] });
  const program = startProgram(PROGRAM, project.env);
  await program.printed('after');
  await fileTicket(project.api);
  await caughtUp(project, program);
  await program.stop();
  expect(mirror(project)).toEqual(await stored(project));
});

it('follows without webhooks', async () => {
  const project = await mirrored();
  const program = startProgram(PROGRAM, project.env);
  await change(project.api, 25);
  await caughtUp(project, program);
  await program.stop();
  expect(mirror(project)).toEqual(await stored(project));
});

it('subscribes once when it has died before it knew the answer', async () => {
  const project = await mirrored({ ...(await hookAddress()), QUIET_SECONDS: HOUR_S });
  const start = async () => {
    const program = startProgram(PROGRAM, project.env);
    await program.printed('listening');
    await program.stop();
  };
  await start();
  const db = new Database(project.env.FILE);
  db.exec("UPDATE state SET json = json_set(json, '$.id', '') WHERE name = 'subscription'");
  db.close();
  await start();
  const { subscriptions } = (await project.api.get('/webhooks/subscriptions').expect(200)).body;
  expect(subscriptions).toHaveLength(1);
});

it('subscribes anew when it is reached at another address, in place of the old subscription', async () => {
  const project = await mirrored({ ...(await hookAddress()), QUIET_SECONDS: HOUR_S });
  const start = async (env: Record<string, string>) => {
    const program = startProgram(PROGRAM, { ...project.env, ...env });
    await program.printed('listening');
    return program;
  };
  await (await start({})).stop();
  const moved = await hookAddress();
  const program = await start(moved);
  await fileTicket(project.api, { title: 'Heard there' });
  await caughtUp(project, program);
  await program.stop();
  const { subscriptions } = (await project.api.get('/webhooks/subscriptions').expect(200)).body;
  expect(subscriptions).toMatchObject([{ url: moved.HOOK }]);
  expect(mirror(project)).toEqual(await stored(project));
});

it('believes only what is signed', async () => {
  const project = await mirrored({ ...(await hookAddress()), SECRET: 'a secret', QUIET_SECONDS: HOUR_S });
  const program = startProgram(PROGRAM, project.env);
  await program.printed('listening');
  const headers = { 'Content-Type': 'application/json', 'X-Service-Sequence': '9' };
  const { status } = await fetch(project.env.HOOK!, { method: 'POST', headers, body: '{}' });
  expect(status).toBe(401);
  await program.printed('REFUSED');
  await program.stop();
});

describe('ends with a sentence', () => {
  const failing = async (env: Record<string, string>, sentence: string) => {
    const run = promisify(execFile)(process.execPath, [PROGRAM], { env: { ...process.env, ...env } });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  };

  it('when its token is wrong', async () => {
    const { env } = await mirrored({ TOKEN: 'wrong' });
    await failing(env, 'Send a valid token');
  });

  it('when its file is the mirror of another project', async () => {
    const project = await mirrored();
    const program = startProgram(PROGRAM, project.env);
    await program.printed('after');
    await program.stop();
    const { env } = await mirrored();
    await failing({ ...env, FILE: project.env.FILE! }, 'is the mirror of another project');
    expect(mirror(project)).toEqual(await stored(project));
  });

  it('when somebody else listens at its port', async () => {
    const other = await startReceiver();
    const { env } = await mirrored({ PORT: new URL(other.url).port, SECRET: 'a secret' });
    await failing(env, 'EADDRINUSE');
    await other.close();
  });
});

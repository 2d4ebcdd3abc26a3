import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { deploy, type Deployed } from '../support/deployed';
import { describedAt } from '../support/description';
import { startReceiver, type Receiver } from '../support/receiver';

let deployed: Deployed;
let receiver: Receiver;

beforeEach(async () => {
  deployed = deploy();
  receiver = await startReceiver();
});
afterEach(async () => {
  deployed.clear();
  await receiver.close();
});

/** The processes that a process has started, and theirs. */
function descendantsOf(pid: number): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    all.flatMap(([child, itsParent]) => (itsParent === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** One that has ended is listed until its parent has taken notice, as a zombie. */
const isAlive = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

/** Resolves when the processes have ended, each of which may take a moment to hear that its parent has. */
async function untilEnded(processes: readonly number[]): Promise<void> {
  while (processes.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function issueToken(): Promise<string> {
  const { output } = await deployed.run('npm', ['-s', 'run', 'token', '--', '--project', 'A']);
  return (JSON.parse(output.split('\n').find((line) => line.startsWith('{'))!) as { token: string }).token;
}

/** Begins a request whose body is still to come; resolves when the server has it. */
async function beginTicket(url: string, token: string) {
  const body = JSON.stringify({ title: 'Asked before the signal' });
  const asked = request(`${url}/api/v1/tickets`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  asked.flushHeaders();
  await once(asked, 'continue');
  return async (): Promise<number | undefined> => {
    const answered = once(asked, 'response') as Promise<[{ statusCode?: number }]>;
    asked.end(body);
    return (await answered)[0].statusCode;
  };
}

/** Begins to wait for changes; resolves when the server has the request. */
async function beginWait(url: string, token: string) {
  const asked = request(`${url}/api/v1/changes?after=1000000&wait=25`, {
    headers: { Authorization: `Bearer ${token}`, Expect: '100-continue' },
  });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  asked.flushHeaders();
  await once(asked, 'continue');
  asked.end();
  return async (): Promise<unknown> => JSON.parse(await text((await answered)[0]));
}

const LOCAL = { DELIVERY_ALLOWED_NETWORKS: '127.0.0.0/8' };

it('SIGTERM to npm start: open requests are answered, deliveries in flight end, and so does every process', async () => {
  const running = await deployed.start(LOCAL);
  await describedAt(running.url);
  const token = await issueToken();
  const post = async (route: string, body: object) => {
    const answer = await fetch(`${running.url}/api/v1${route}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
  };
  await post('/webhooks/subscriptions', {
    url: receiver.url,
    secret: 'secret',
    event_types: ['ticket.created'],
  });
  let answerDelivery = () => {};
  receiver.answer((_request, response) => {
    answerDelivery = () => void response.writeHead(200).end();
  });
  await post('/tickets', { title: 'In flight' });
  await receiver.until(1);

  const finishRequest = await beginTicket(running.url, token);
  const waiting = await beginWait(running.url, token);
  const processes = descendantsOf(running.npm.pid!);
  running.npm.kill('SIGTERM');
  await running.printed('Stopping; open requests: 2.');
  // It is answered while the other one is still open, which is waited for.
  expect(await waiting()).toMatchObject({ changes: [] });
  expect(await finishRequest()).toBe(201);
  await running.printed('Shutting down Strapi');
  answerDelivery();
  expect(await running.ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('Strapi has been shut down'),
  });
  expect(processes).not.toEqual([]);
  await untilEnded(processes);

  // The delivery in flight is not sent again; the event of the last request is sent at the latest now.
  receiver.answer(200);
  const next = await deployed.start(LOCAL);
  await receiver.until(1, ({ body }) => body.data.title === 'Asked before the signal');
  expect(receiver.received.filter(({ body }) => body.data.title === 'In flight')).toHaveLength(1);
  next.npm.kill('SIGTERM');
  expect(await next.ended).toMatchObject({ code: 0 });
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s to the server itself drains it', async (signal) => {
  const running = await deployed.start();
  process.kill(descendantsOf(running.npm.pid!).at(-1)!, signal);
  expect(await running.ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('Strapi has been shut down'),
  });
});

it.each(['SIGHUP', 'SIGKILL'] as const)(
  '%s to npm start, which dies alone of it, drains it',
  async (signal) => {
    const running = await deployed.start();
    const processes = descendantsOf(running.npm.pid!);
    running.npm.kill(signal);
    expect(await running.ended).toMatchObject({
      output: expect.stringContaining('Strapi has been shut down'),
    });
    await untilEnded(processes);
  },
);

it.each(['SIGTERM', 'SIGHUP'] as const)('%s in the middle of a build ends the build too', async (signal) => {
  const building = path.join(deployed.folder, 'building');
  deployed.linkModules((name) => name !== '.bin');
  const builder = path.join(deployed.folder, 'node_modules/.bin/strapi-plugin');
  writeFileSync(builder, `#!/bin/sh\nsleep 1000 &\necho $! > ${building}\necho It builds\nwait\n`);
  chmodSync(builder, 0o755);
  rmSync(path.join(deployed.folder, 'dist/config/server.js'));

  const running = deployed.begin(['start']);
  await running.printed('It builds');
  running.npm.kill(signal);
  const { code } = await running.ended;
  expect(code).not.toBe(0);
  await untilEnded([Number(readFileSync(building, 'utf8'))]);
});

it('SIGTERM to npm run demo ends all of it', async () => {
  const running = deployed.begin(['run', 'demo']);
  await running.printed('It keeps serving until Ctrl-C.');
  const processes = descendantsOf(running.npm.pid!);
  running.npm.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
  await untilEnded(processes);
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { createDatabase, type TestDatabase } from './database';
import { describedAt, type Description } from './description';

/** A running application. */
export interface TestServer {
  url: string;
  /** What it says of its API; undefined when it keeps that to itself. */
  description: Description | undefined;
  database: TestDatabase;
  /** Everything that it has logged. */
  log(): string;
  /** Resolves when it has logged `text`. */
  untilLogged(text: string): Promise<void>;
  /**
   * Runs a function beside the application's own code. It is handed over as text: it sees only its two parameters,
   * which, like its result, go through JSON.
   */
  run<Argument, Result>(
    code: (strapi: Core.Strapi, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Makes `ms` pass for every delivery: what was due then is due now. */
  travel(ms: number): Promise<void>;
  /** SIGTERM, and waits. The database stays. */
  stop(): Promise<void>;
  /** SIGKILL, and waits. The database stays. */
  kill(): Promise<void>;
  /** Stops it and drops its database. */
  destroy(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** An existing one, to start again on. */
  database?: TestDatabase;
}

/** The same for every application, so that several can share a database. */
export const SECRETS = {
  APP_KEYS: 'test-app-key-1,test-app-key-2',
  API_TOKEN_SALT: 'test-api-token-salt',
  ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
  TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
  JWT_SECRET: 'test-jwt-secret',
  ENCRYPTION_KEY: 'test-encryption-key',
};

/** What an application answers over its channel: ready, or the end of a `run`. */
type Message =
  | { port: number }
  | { id: number; result?: unknown; error?: { message: string; name: string; details?: unknown } };

/** Boots an application on an empty database of its own. */
export async function startServer({ env = {}, database }: ServerOptions = {}): Promise<TestServer> {
  const ownDatabase = database ?? (await createDatabase());
  const child = spawn({ ...ownDatabase.env, ...env });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  const port = await listening(child, () => output);
  const url = `http://127.0.0.1:${port}`;
  return control(child, { url, description: await describedAt(url), database: ownDatabase }, () => output);
}

/** Boots an application that must not come up. @returns what it logged and its exit code */
export async function failToStart(
  env: Record<string, string>,
  database?: TestDatabase,
): Promise<{ log: string; code: number | null }> {
  const ownDatabase = database ?? (await createDatabase());
  const child = spawn({ ...ownDatabase.env, ...env });
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk));
  child.once('message', () => child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  if (!database) await ownDatabase.drop();
  return { log, code };
}

/** A test that fails before it stops its application ends all the same, and the application with it. */
function spawn(env: Record<string, string>): ChildProcess {
  const child = fork(path.join(__dirname, 'server-process.js'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      // No .env of the developer's takes part.
      ENV_PATH: path.join(__dirname, 'no.env'),
      STRAPI_TELEMETRY_DISABLED: 'true',
      HOST: '127.0.0.1',
      PORT: '0',
      ...SECRETS,
      ...env,
    },
  });
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
  return child;
}

function listening(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: Message) => {
      if ('port' in message) resolve(message.port);
    });
    child.once('exit', (code) =>
      reject(new Error(`The application ended with ${code} before it was up:\n${output()}`)),
    );
  });
}

function control(
  child: ChildProcess,
  application: Pick<TestServer, 'url' | 'description' | 'database'>,
  log: () => string,
): TestServer {
  let lastId = 0;

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  const run: TestServer['run'] = (code, argument) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      const onExit = () => reject(new Error('The application ended while it ran the code.'));
      const onMessage = (message: Message) => {
        if (!('id' in message) || message.id !== id) return;
        child.off('message', onMessage);
        child.off('exit', onExit);
        if (message.error) reject(Object.assign(new Error(message.error.message), message.error));
        else resolve(message.result as never);
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send({ id, source: code.toString(), argument });
    });

  return {
    ...application,
    log,
    untilLogged: (text) =>
      new Promise((resolve) => {
        const check = () => {
          if (!log().includes(text)) return;
          child.stdout?.off('data', check);
          resolve();
        };
        child.stdout?.on('data', check);
        check();
      }),
    run,
    travel: (ms) => run(passTime, ms),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async destroy() {
      await end('SIGTERM');
      await application.database.drop();
    },
  };
}

/**
 * Runs inside of the application. Subscriptions come first: a delivery that is due then is attempted at once, and its
 * outcome is judged by how long its subscription has failed.
 */
async function passTime(strapi: Core.Strapi, ms: number): Promise<void> {
  const shift = async (uid: string, column: string) => {
    const { tableName } = strapi.db.metadata.get(uid);
    const rows = await strapi.db.connection(tableName).select('id', column).whereNotNull(column);
    for (const row of rows) {
      const earlier = new Date(new Date(row[column]).getTime() - ms);
      await strapi.db
        .connection(tableName)
        .where({ id: row.id })
        .whereNotNull(column)
        .update({ [column]: earlier });
    }
  };
  await shift('plugin::work-tracking.webhook-subscription', 'failing_since');
  await shift('plugin::work-tracking.webhook-delivery', 'due_at');
  strapi.plugin('work-tracking').service('dispatcher').wake();
}

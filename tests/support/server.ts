import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Core } from '@strapi/types';
import { launch, spawnApplication, stop, type Application, type Starting } from './application';
import { createDatabase, type TestDatabase } from './database';
import { describedAt, type Description } from './description';
import { forgetFile } from './forget';
import { sharedApplication } from './worker';

/** A running application. */
export interface TestServer {
  url: string;
  /** Its OpenAPI document; undefined when it serves none. */
  description: Description | undefined;
  database: TestDatabase;
  /** Everything that it has logged for this file. */
  log(): string;
  /** Resolves when it has logged `text`, as often as `times` says: once, unless given. */
  untilLogged(text: string, times?: number): Promise<void>;
  /**
   * Runs a function inside the application. It is sent as text, so it sees only its two parameters; the argument and
   * the result go through JSON.
   */
  run<Argument, Result>(
    code: (strapi: Core.Strapi, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Lets `ms` pass for every delivery, by moving the stored times. */
  travel(ms: number): Promise<void>;
}

/** One that no other file uses. */
export interface OwnServer extends TestServer {
  /** Sends SIGTERM and waits for the end. The database stays. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits for the end. The database stays. */
  kill(): Promise<void>;
  /** Stops it and drops its database. */
  destroy(): Promise<void>;
}

/** One that other files use before and after this one. */
export interface SharedServer extends TestServer {
  /** Leaves it to the next file, with nothing of this one's in it. */
  release(): Promise<void>;
}

export interface ServerOptions extends Pick<Starting, 'under'> {
  env?: Record<string, string>;
  /** An existing one, to start again on. */
  database?: TestDatabase;
}

/** The answer of an application to a `run`. */
interface Answer {
  id: string;
  result?: unknown;
  error?: { message: string; name: string; details?: unknown };
}

/** Boots an application, on a database of its own unless given. */
export async function startServer({ env = {}, database, under }: ServerOptions = {}): Promise<OwnServer> {
  const ownDatabase = database ?? (await createDatabase());
  const application = await launch({ ...ownDatabase.env, ...env }, { under });
  return {
    ...(await control(application, ownDatabase)),
    stop: () => stop(application),
    kill: () => stop(application, 'SIGKILL'),
    async destroy() {
      await stop(application);
      await ownDatabase.drop();
    },
  };
}

/**
 * An application as it comes, which one file after the other uses: for those that neither end it nor need another
 * environment, nor its first administrator to be somebody else than Ada.
 */
export async function sharedServer(): Promise<SharedServer> {
  const application = await sharedApplication();
  application.isHeld = true;
  const server = await control(application, application.database, application.log().length);
  return {
    ...server,
    async release() {
      await server.run(forgetFile);
      application.isHeld = false;
    },
  };
}

/** Boots an application that must fail to start. @returns what it logged and its exit code */
export async function failToStart(
  env: Record<string, string>,
  database?: TestDatabase,
): Promise<{ log: string; code: number | null }> {
  const ownDatabase = database ?? (await createDatabase());
  const application = spawnApplication({ ...ownDatabase.env, ...env });
  const child = application.process;
  child.once('message', () => child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  if (!database) await ownDatabase.drop();
  return { log: application.log(), code };
}

/**
 * Sends a message to an application in another process, and resolves with the answer that has its id.
 * @throws Error when it ends before it answers
 */
const ask = (child: ChildProcess, message: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const id = randomUUID();
    const onExit = () => reject(new Error('The application ended while it ran the code.'));
    const onMessage = (answer: Answer) => {
      if (answer.id !== id) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send({ id, ...message });
  });

/** @param logged how much it had logged before this file */
async function control(application: Application, database: TestDatabase, logged = 0): Promise<TestServer> {
  const { process: child, url } = application;
  const log = () => application.log().slice(logged);

  const run: TestServer['run'] = async (code, argument) => {
    const { error, result } = await ask(child, { source: code.toString(), argument });
    if (error) throw Object.assign(new Error(error.message), error);
    return result as never;
  };

  return {
    url,
    description: await describedAt(url),
    database,
    log,
    untilLogged: (text, times = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (log().split(text).length <= times) return;
          child.stdout?.off('data', check);
          resolve();
        };
        child.stdout?.on('data', check);
        check();
      }),
    run,
    travel: (ms) => run(passTime, ms),
  };
}

/**
 * Runs inside the application. Subscriptions come first: a delivery that becomes due is attempted at once, and its
 * outcome depends on how long its subscription has failed.
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

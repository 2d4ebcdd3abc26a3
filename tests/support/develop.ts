import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/test/free-port';
import { createDatabase } from './database';
import { describedAt, type Description } from './description';
import { SECRETS } from './server';

const APP = path.join(__dirname, '../..');
const PLUGIN = 'src/plugins/work-tracking';

/** What an application is made of, beside what is installed. */
const PARTS = [
  'config',
  'database',
  'public',
  'src',
  'types',
  'package.json',
  'tsconfig.json',
  'favicon.png',
];

/** A copy of the application that a content team works on with `strapi develop`. */
export interface DevelopedApp {
  url: string;
  /** As it was when it last started. */
  description: Description | undefined;
  /** Where its files are. */
  folder: string;
  log(): string;
  /** Starts it, and resolves when it serves. */
  start(): Promise<void>;
  /** Resolves when it serves again after it has restarted by itself. */
  untilRestarted(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it, and deletes the copy and its database. */
  destroy(): Promise<void>;
}

const STARTED = 'Strapi started successfully';

export async function copyApplication(): Promise<DevelopedApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'work-tracking-app-'));
  const isInstalled = (source: string) => path.basename(source) === 'node_modules';
  for (const part of PARTS) {
    const filter = (source: string) => !isInstalled(source);
    await cp(path.join(APP, part), path.join(folder, part), { recursive: true, filter });
  }
  for (const modules of ['node_modules', `${PLUGIN}/node_modules`]) {
    await symlink(path.join(APP, modules), path.join(folder, modules));
  }
  const database = await createDatabase();
  const port = await freePort();
  let child: ChildProcess | undefined;
  let output = '';
  let starts = 0;

  /** Resolves when it has said that it has started `starts` times. */
  function untilStarted(): Promise<void> {
    starts += 1;
    const running = child!;
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error(`The application ended:\n${output}`));
      const check = () => {
        if (output.split(STARTED).length - 1 < starts) return;
        running.stdout?.off('data', check);
        running.off('exit', onEnd);
        resolve();
      };
      running.stdout?.on('data', check);
      running.once('exit', onEnd);
      check();
    });
  }

  async function untilDescribed(): Promise<void> {
    await untilStarted();
    app.description = await describedAt(app.url);
  }

  async function stop(): Promise<void> {
    if (!child?.pid || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    // It forks; a signal to its group reaches all of it.
    process.kill(-child.pid, 'SIGTERM');
    await exit;
  }

  const app: DevelopedApp = {
    description: undefined,
    url: `http://127.0.0.1:${port}`,
    folder,
    log: () => output,
    start() {
      const bin = path.join(APP, 'node_modules/@strapi/strapi/bin/strapi.js');
      const args = ['develop', '--no-watch-admin', '--no-build-admin', '--no-install-deps'];
      child = spawn(process.execPath, [bin, ...args], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          NODE_ENV: 'development',
          ENV_PATH: path.join(__dirname, 'no.env'),
          STRAPI_TELEMETRY_DISABLED: 'true',
          BROWSER: 'none',
          HOST: '127.0.0.1',
          PORT: String(port),
          ...SECRETS,
          ...database.env,
        },
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (output += chunk));
      }
      return untilDescribed();
    },
    untilRestarted: untilDescribed,
    stop,
    async destroy() {
      await stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return app;
}

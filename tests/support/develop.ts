import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { endWithUs } from '../../scripts/test/end-with-us';
import { freePort } from '../../scripts/test/free-port';
import { ENVIRONMENT, hasEnded } from './application';
import { createDatabase } from './database';
import { describedAt, type Description } from './description';
import { makeFolder } from './test-run';

const APP = path.join(__dirname, '../..');
const PLUGIN = 'src/plugins/work-tracking';

/** The files of the application, without what is installed. */
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
  /** As of its last start. */
  description: Description | undefined;
  /** The folder of its files. */
  folder: string;
  log(): string;
  /** Starts it, and resolves when it serves. */
  start(): Promise<void>;
  /** Makes a change that it restarts after by itself, and resolves when it serves again. */
  restartsAfter(change: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
  /** Stops it, and deletes the copy and its database. */
  destroy(): Promise<void>;
}

const STARTED = 'Strapi started successfully';

/** Sooner than a test gives up, which would not show the log. */
const START_LIMIT_MS = 150_000;

/**
 * Resolves when a child has said that it serves.
 * @param log everything that it has printed since it was to start
 * @throws Error with the log, when it ends or takes too long
 */
export function untilStarted(child: ChildProcess, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (how?: string) => {
      clearTimeout(limit);
      child.stdout?.off('data', check);
      child.off('exit', onEnd);
      if (how) reject(new Error(`The application ${how}:\n${log()}`));
      else resolve();
    };
    const limit = setTimeout(() => settle(`has not started in ${START_LIMIT_MS} ms`), START_LIMIT_MS);
    const onEnd = () => settle('ended');
    const check = () => {
      if (log().includes(STARTED)) settle();
    };
    child.stdout?.on('data', check);
    child.once('exit', onEnd);
    check();
  });
}

/** Stops what was started `detached`, and waits for its end. */
export async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child?.pid || hasEnded({ process: child })) return;
  const exit = once(child, 'exit');
  // It forks, so the signal goes to its process group.
  process.kill(-child.pid, 'SIGTERM');
  await exit;
}

export async function copyApplication(): Promise<DevelopedApp> {
  const folder = makeFolder('app');
  const isInstalled = (source: string) => path.basename(source) === 'node_modules';
  for (const part of PARTS) {
    const filter = (source: string) => !isInstalled(source);
    await cp(path.join(APP, part), path.join(folder, part), { recursive: true, filter });
  }
  for (const modules of ['node_modules', `${PLUGIN}/node_modules`]) {
    await symlink(path.join(APP, modules), path.join(folder, modules));
  }
  const database = await createDatabase({ empty: true });
  const port = await freePort();
  let child: ChildProcess | undefined;
  let output = '';

  /** @param printed how much it had printed before it was to start */
  async function untilDescribed(printed: number): Promise<void> {
    await untilStarted(child!, () => output.slice(printed));
    app.description = await describedAt(app.url);
  }

  const app: DevelopedApp = {
    description: undefined,
    url: `http://127.0.0.1:${port}`,
    folder,
    log: () => output,
    start() {
      const printed = output.length;
      const bin = path.join(APP, 'node_modules/@strapi/strapi/bin/strapi.js');
      const args = ['develop', '--no-watch-admin', '--no-build-admin', '--no-install-deps'];
      child = spawn(process.execPath, [bin, ...args], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...ENVIRONMENT,
          NODE_ENV: 'development',
          DELIVERY_ALLOW_PRIVATE_NETWORKS: '',
          BROWSER: 'none',
          HOST: '127.0.0.1',
          PORT: String(port),
          ...database.env,
        },
      });
      endWithUs(child);
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (output += chunk));
      }
      return untilDescribed(printed);
    },
    async restartsAfter(change) {
      const printed = output.length;
      await change();
      await untilDescribed(printed);
    },
    stop: () => stop(child),
    async destroy() {
      await stop(child);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return app;
}

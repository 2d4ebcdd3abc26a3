import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { endWithUs } from '../../scripts/test/end-with-us';
import { freePort } from '../../scripts/test/free-port';
import { makeFolder } from './test-run';

const ROOT = path.join(__dirname, '../..');
const PLUGIN = 'src/plugins/work-tracking';

/** A command's end. */
export interface Ended {
  code: number | null;
  /** Standard output and standard error. */
  output: string;
}

/** A command of npm that runs. */
export interface Running {
  npm: ChildProcess;
  output(): string;
  /** Resolves when it has printed `text`. @throws Error with its output when it ends before */
  printed(text: string): Promise<void>;
  /** Resolves when npm and all that it has started have closed their outputs. */
  ended: Promise<Ended>;
}

/** The built application in a folder of its own, with its own .env and database; nothing of the caller's environment. */
export interface Deployed {
  folder: string;
  envFile: string;
  /** The text of .env; undefined when there is none. */
  secrets(): string | undefined;
  /** Runs a program to its end. */
  run(program: string, args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Begins a command of npm. */
  begin(args: readonly string[], env?: Record<string, string>): Running;
  /** Runs `npm start -- --no-build` until it serves. */
  start(env?: Record<string, string>): Promise<Running & { url: string }>;
  /** Replaces what is installed by the packages of ours that `isWanted`. */
  linkModules(isWanted: (name: string) => boolean): void;
  /** Kills what a failed test has left. */
  clear(): void;
}

/** In a deployed folder: what is copied, what is empty, and what is linked to. */
const COPIED = [
  'package.json',
  'tsconfig.json',
  'scripts',
  'config',
  'src/index.ts',
  'dist/config',
  'dist/src',
  ...['package.json', 'bin', 'dist', 'build-viewer.js', 'nearest.js'].map((name) => path.join(PLUGIN, name)),
];
const EMPTY = ['database/migrations', 'public/uploads', 'dist/build'];
const LINKED = ['node_modules', path.join(PLUGIN, 'node_modules')];

/** By their times a start knows that it need not build. */
const OUTPUTS = [
  'dist/config/server.js',
  'dist/build/index.html',
  ...['server/index.js', 'viewer/viewer.js', 'admin/index.mjs'].map((name) =>
    path.join(PLUGIN, 'dist', name),
  ),
];

/** Deploys what is built. The panel is a page without content: what starts and stops is the server. */
export function deploy(): Deployed {
  const folder = makeFolder('deployed');
  for (const part of COPIED) cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  for (const part of EMPTY) mkdirSync(path.join(folder, part), { recursive: true });
  for (const part of LINKED) symlinkSync(path.join(ROOT, part), path.join(folder, part));
  writeFileSync(path.join(folder, 'dist/build/index.html'), '<!doctype html>');
  // A file's time is finer than the clock's, which may stand before that of what was just copied.
  const later = new Date(Date.now() + 1000);
  for (const output of OUTPUTS) utimesSync(path.join(folder, output), later, later);

  const envFile = path.join(folder, '.env');
  const { PATH, HOME } = process.env;
  const surroundings = (env: Record<string, string>) => ({
    cwd: folder,
    // Somebody who runs the tests may be serving at the default port.
    env: { PATH, HOME, STRAPI_TELEMETRY_DISABLED: 'true', PORT: '0', ...env },
  });
  const begun: ChildProcess[] = [];

  function begin(args: readonly string[], env: Record<string, string> = {}): Running {
    const npm = spawn('npm', args, {
      ...surroundings(env),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(npm);
    begun.push(npm);
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    return {
      npm,
      output: () => output,
      printed: (text) =>
        new Promise((resolve, reject) => {
          const check = () => {
            if (output.includes(text)) resolve();
          };
          for (const stream of [npm.stdout, npm.stderr]) stream.on('data', check);
          npm.once('close', () => reject(new Error(`npm ended without "${text}":\n${output}`)));
          check();
        }),
      // A process that is left behind keeps them open.
      ended: once(npm, 'close').then(([code]) => ({ code: code as number | null, output })),
    };
  }

  return {
    folder,
    envFile,
    secrets: () => (existsSync(envFile) ? readFileSync(envFile, 'utf8') : undefined),
    run: (program, args, env = {}) =>
      new Promise((resolve) => {
        const child = execFile(program, args, surroundings(env), (_error, stdout, stderr) => {
          resolve({ code: child.exitCode, output: stdout + stderr });
        });
      }),
    begin,
    async start(env) {
      const port = String(await freePort());
      const running = begin(['start', '--', '--no-build'], { HOST: '127.0.0.1', PORT: port, ...env });
      await running.printed('Strapi started successfully');
      return { ...running, url: `http://127.0.0.1:${port}` };
    },
    linkModules(isWanted) {
      const modules = path.join(folder, 'node_modules');
      rmSync(modules);
      mkdirSync(path.join(modules, '.bin'), { recursive: true });
      for (const name of readdirSync(path.join(ROOT, 'node_modules')).filter(isWanted)) {
        symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
      }
    },
    clear() {
      for (const { pid } of begun) {
        try {
          if (pid) process.kill(-pid, 'SIGKILL');
        } catch {
          // All of its processes have ended.
        }
      }
    },
  };
}

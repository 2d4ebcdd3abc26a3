import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ENVIRONMENT, hasEnded, spawnApplication, untilUp } from './application';
import { ask } from './ask';
import type { TestServer } from './server';

const ROOT = path.join(__dirname, '../..');
export const BIN = path.join(ROOT, 'src/plugins/work-tracking/bin/strapi-work-tracking.js');

/** The outcome of a command. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  /** The application whose database the command uses; none by default. */
  server?: Pick<TestServer, 'database'>;
  /** The working directory; by default the application's. */
  cwd?: string;
}

const environment = ({ server }: Surroundings) => ({ ...ENVIRONMENT, ...server?.database.env });

/** Runs a program to its end. */
export const runProgram = (
  program: string,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { cwd = ROOT } = surroundings;
    const options = { cwd, env: environment(surroundings), maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error ?? new Error('The program ended without a code.'));
    });
  });

/** The plugin's command line in a process of its own. */
export const runCommand = (args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> =>
  runProgram(process.execPath, [BIN, ...args], surroundings);

/** `npm run token` in a process of its own. */
export const runTokenScript = (args: readonly string[], server: TestServer): Promise<Ended> =>
  runProgram(process.execPath, [path.join(ROOT, 'scripts/token.js'), ...args], { server });

/** A process in which one command after the other runs. */
export interface LoadedCommands {
  /** `stderr` also has the text that the process prints past the command's own output while it runs. */
  run(args: readonly string[]): Promise<Ended>;
  /** Lets it destroy its application, and waits for its end. */
  close(): Promise<void>;
}

/** Loads the application of a server beside it, for many commands. What only a process of its own shows is not here. */
export async function loadCommands(server: TestServer): Promise<LoadedCommands> {
  const started = spawnApplication(server.database.env, { script: 'command-process.js' });
  const { process: child } = started;
  const printedDuring = [child.stdout!, child.stderr!].map(textDuring);
  await untilUp(started);
  return {
    async run(args) {
      const { id, ended } = await ask<{ id: string; ended: Ended }>(child, { args });
      const printed = await Promise.all(printedDuring.map((during) => during(id)));
      return { ...ended, stderr: ended.stderr + printed.join('') };
    },
    async close() {
      if (!hasEnded(started)) {
        const exit = once(child, 'exit');
        child.ref();
        child.disconnect();
        await exit;
      }
      if (child.exitCode !== 0) {
        const how = child.exitCode ?? child.signalCode;
        throw new Error(`The process of the commands ended with ${how}:\n${started.log()}`);
      }
    },
  };
}

/** Reads a stream of `command-process.js`. @returns what resolves with the text that it has between a command's marks */
function textDuring(stream: Readable): (id: string) => Promise<string> {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk));
  return (id) =>
    new Promise((resolve) => {
      const check = () => {
        const [, during, rest] = text.split(`<${id}>`);
        if (rest === undefined) return;
        stream.off('data', check);
        resolve(during!);
      };
      stream.on('data', check);
      check();
    });
}

/** Starts a command; the caller reads its standard output. */
export const startCommand = (args: readonly string[], server: TestServer): ChildProcess =>
  spawn(process.execPath, [BIN, ...args], { cwd: ROOT, env: environment({ server }), stdio: 'pipe' });

/** The cells of a table that a command has printed, without its head. */
export const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { SECRETS, type TestServer } from './server';

const ROOT = path.join(__dirname, '../..');
export const BIN = path.join(ROOT, 'src/plugins/work-tracking/bin/strapi-work-tracking.js');

/** What a command left behind. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  /** Beside which application, on its database; none unless given. */
  server?: TestServer;
  /** The application's directory unless given. */
  cwd?: string;
}

const environment = ({ server }: Surroundings) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'test',
  // No .env of the developer's takes part.
  ENV_PATH: path.join(__dirname, 'no.env'),
  ...SECRETS,
  ...server?.database.env,
});

/** Runs a program to its end, whatever that is. */
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

/** The same, with its standard output left to the caller to read. */
export const startCommand = (args: readonly string[], server: TestServer): ChildProcess =>
  spawn(process.execPath, [BIN, ...args], { cwd: ROOT, env: environment({ server }), stdio: 'pipe' });

/** The cells of a table that a command printed, its head left out. */
export const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

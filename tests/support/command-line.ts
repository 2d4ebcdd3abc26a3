import { execFile, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Outcome } from '../../src/plugins/work-tracking/bin/commands';
import { ENVIRONMENT } from './application';
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

/** What a command gives back inside a server: loading the application again for it takes long. */
export const outcomeOf = (server: TestServer, ...args: string[]): Promise<Outcome> =>
  server.run(
    (strapi, given) => {
      const load = process.getBuiltinModule('node:module').createRequire(given.bin);
      const { command, options, argument } = load('./arguments').parseCommandLine(given.args);
      return command.run(strapi, options, argument);
    },
    { bin: BIN, args },
  );

/** `npm run token` in a process of its own. */
export const runTokenScript = (args: readonly string[], server: TestServer): Promise<Ended> =>
  runProgram(process.execPath, [path.join(ROOT, 'scripts/token.js'), ...args], { server });

/** Starts a command; the caller reads its standard output. */
export const startCommand = (args: readonly string[], server: TestServer): ChildProcess =>
  spawn(process.execPath, [BIN, ...args], { cwd: ROOT, env: environment({ server }), stdio: 'pipe' });

import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { runCommand, runProgram, type Ended } from './command-line';
import { createDatabase } from './database';
import { makeFolder } from './test-run';

const ROOT = path.join(__dirname, '../..');

/** Files by their path below `src`; undefined takes one away. */
type Sources = Record<string, object | string | undefined>;

/** An application in JavaScript, which needs no build, in a folder of its own. */
export interface PlainApplication {
  folder: string;
  write(sources: Sources): void;
  /** Runs the plugin's command line in it. */
  command(...args: string[]): Promise<Ended>;
  /** Makes articles, and prints the titles of all that it has: with the plugin, or without it. */
  load(plugin: 'with' | 'without', ...titles: string[]): Promise<Ended>;
  /** Runs statements on its PostgreSQL. */
  onPostgres(statements: string): Promise<void>;
  drop(): Promise<void>;
}

/** What config/plugins gives back. */
const PLUGINS = {
  with: { 'work-tracking': { enabled: true, resolve: './src/plugins/work-tracking' } },
  without: {},
};

/** Makes an application with a database of its own. */
export async function plainApplication(sources: Sources): Promise<PlainApplication> {
  const folder = makeFolder('plain');
  const database = await createDatabase({ empty: true });
  cpSync(path.join(ROOT, 'dist/config'), path.join(folder, 'config'), { recursive: true });
  for (const directory of ['public/uploads', 'database/migrations', 'src']) {
    mkdirSync(path.join(folder, directory), { recursive: true });
  }
  for (const linked of ['node_modules', 'src/plugins', 'favicon.png']) {
    symlinkSync(path.join(ROOT, linked), path.join(folder, linked));
  }
  const write = (name: string, content: object | string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  };
  // Strapi turns on what is installed among the dependencies.
  write('package.json', {
    name: 'plain',
    version: '1.0.0',
    dependencies: { '@strapi/plugin-users-permissions': '*' },
  });
  const turn = (plugin: 'with' | 'without') =>
    write(
      'config/plugins.js',
      `module.exports = () => ({
         'users-permissions': { config: { jwtSecret: 'a secret' } },
         ...${JSON.stringify(PLUGINS[plugin])},
       });`,
    );
  turn('with');
  const app: PlainApplication = {
    folder,
    write(changed) {
      for (const [name, content] of Object.entries(changed)) {
        if (content === undefined) rmSync(path.join(folder, 'src', name));
        else write(path.join('src', name), content);
      }
    },
    command: (...args) => runCommand(args, { cwd: folder, server: { database } }),
    async load(plugin, ...titles) {
      turn(plugin);
      const script = path.join(__dirname, 'load-here.js');
      const ended = await runProgram(process.execPath, [script, ...titles], {
        cwd: folder,
        server: { database },
      });
      turn('with');
      return ended;
    },
    async onPostgres(statements) {
      const client = new Client({ connectionString: database.env.DATABASE_URL });
      await client.connect();
      await client.query(statements).finally(() => client.end());
    },
    drop: () => database.drop(),
  };
  app.write(sources);
  return app;
}

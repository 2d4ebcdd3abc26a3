import { codeAfter, codeBlocks, PLUGIN_README } from './documents';

/** A block of commands that a document has. */
interface Listed {
  /** As it stands there. */
  code: string;
}

const inInstalledHost = (marker: string) => ({
  code: codeAfter(PLUGIN_README, marker),
  by: `scripts/test/install/${marker === 'token' ? 'plugin-behaviour' : 'host'}.js`,
  as: `told('${marker}')`,
});

const inReadme = (firstWords: string): string =>
  codeBlocks('README.md').find(({ code }) => code.startsWith(firstWords))!.code;

/** The commands that `npm run test:full` runs, each with what it does behind it. */
const ALL_TESTS = inReadme('npm run test:sqlite');

const GATE = 'scripts/test/gate.js';

/** Run by another test or check, word for word or as it says. */
export const CHECKED_ELSEWHERE: readonly (Listed & { by: string; as: string | string[] })[] = [
  { code: 'npm ci && npm start\nnpm test', by: GATE, as: ["'npm ci'", "'npm test'"] },
  { code: 'npm ci\nnpm test', by: GATE, as: ["'npm ci'", "'npm test'"] },
  {
    code: 'DELIVERY_ALLOWED_NETWORKS=127.0.0.0/8 npm start',
    by: 'tests/browser/start.spec.ts',
    as: 'DELIVERY_ALLOWED_NETWORKS=127.0.0.0/8 npm start',
  },
  {
    code: ALL_TESTS,
    by: 'scripts/test/full.js',
    as: ALL_TESTS.split('\n').map((line) => `('${line.replace(/ *#.*/, '')}')`),
  },
  { code: 'npm run demo', by: GATE, as: 'npm run demo' },
  {
    code: 'npm start -- --no-build',
    by: 'tests/support/deployed.ts',
    as: "['start', '--', '--no-build']",
  },
  {
    code: 'npm ci\nnpm pack --workspace strapi-plugin-work-tracking',
    by: 'scripts/test/install/tarball.js',
    as: "'npm', ['pack'",
  },
  {
    code: 'SECRET=whsec_d2Fsay1zZWNyZXQtb2YtMjQtYnl0ZXMh node examples/receiver/receiver.js',
    by: 'tests/documentation/commands.test.ts',
    as: ["'examples/receiver/receiver.js'", "SECRET: 'whsec_d2Fsay1zZWNyZXQtb2YtMjQtYnl0ZXMh'"],
  },
  {
    code: 'npx tsc -p examples/client\nTOKEN=$TOKEN node examples/client/dist/client.js',
    by: 'tests/examples/client.test.ts',
    as: ["['-p', CLIENT]", "'dist/client.js'"],
  },
  {
    code: 'npx openapi-typescript http://localhost:1337/api/v1/openapi.json -o examples/client/api.d.ts',
    by: 'tests/documentation/openapi.test.ts',
    as: "'node_modules/openapi-typescript/bin/cli.js'",
  },
  {
    code: 'TOKEN=$TOKEN CONTENT_TOKEN=$CONTENT_TOKEN node examples/sign-off/publish.js api::article.article articles $ID en',
    by: 'tests/examples/sign-off.test.ts',
    as: ["'../../examples/sign-off/publish.js'", "ARTICLES, 'articles', id, 'en'"],
  },
  {
    code: 'TOKEN=$TOKEN HOOK=http://127.0.0.1:4001/hook node examples/sync/sync.js',
    by: 'tests/examples/sync.test.ts',
    as: ["'../../examples/sync/sync.js'", 'HOOK: receiver.url'],
  },
  inInstalledHost('install'),
  inInstalledHost('token'),
  inInstalledHost('uninstall'),
];

/** Run when everything else has been, as they need a server that is stopped. */
export const RUN_AT_THE_END: readonly Listed[] = [
  { code: 'rm -f .tmp/data.db .tmp/data.db-wal .tmp/data.db-shm\ncp backup.db .tmp/data.db' },
];

/** Run by nothing; only their syntax, and the scripts that they name, are checked. */
export const NOT_RUN: readonly (Listed & { because: string })[] = [
  { code: 'npm run strapi -- ts:generate-types', because: 'it writes into the repository' },
  { code: 'npm run develop', because: 'it watches the repository; tests/extension does so in a copy' },
  {
    code: inReadme('npm run test:nodes'),
    because:
      'one installs everything on three versions of Node, tests/browser takes the pictures into a folder of its own, ' +
      'and the figures of the last need an idle machine',
  },
  {
    code: 'DATABASE_URL=postgres://user:password@host/name npm start',
    because: 'there is no such server; npm run test:postgres boots on one by DATABASE_URL',
  },
  {
    code: 'REDIS_URL=redis://user:password@redis.example.com:6379/0 npm start',
    because: 'there is no such server; tests/access/shared-rate-limits.test.ts starts one, with a user',
  },
  {
    code:
      'pg_dump --format=custom --file=backup.dump postgres://user:password@host/name\n' +
      'mariadb-dump --single-transaction --host=host --user=user --password name > backup.sql',
    because: 'there are no such servers, and their programs need not be installed',
  },
  {
    code:
      'pg_restore --clean --if-exists --dbname=postgres://user:password@host/name backup.dump\n' +
      'mariadb --host=host --user=user --password name < backup.sql',
    because: 'there are no such servers, and their programs need not be installed',
  },
  {
    code:
      'docker build --tag work-tracking .\n' +
      'docker run --rm --user "$(id -u)" --volume "$PWD:/secrets" --env ENV_PATH=/secrets/secrets.env work-tracking \\\n' +
      '  node scripts/prepare.js\n' +
      'docker run --detach --publish 1337:1337 --env-file secrets.env --stop-timeout 30 \\\n' +
      '  --volume work-tracking-data:/app/.tmp --volume work-tracking-uploads:/app/public/uploads work-tracking',
    because: 'Docker need not be installed; npm run test:image does what the Dockerfile does',
  },
  { code: 'git pull\nnpm ci', because: 'it changes the repository' },
  {
    code: 'npm install strapi-plugin-work-tracking@latest\nnpm run build',
    because: 'the package has no later version; npm run test:install installs and builds this one',
  },
];

/** The examples of the table in command-line.md: where a test runs the same command with the same options. */
export const COMMANDS_RUN_BY: Readonly<Record<string, { by: string; as: [string, ...string[]] }>> = {
  token: {
    by: 'tests/access/token-command.test.ts',
    as: ['runTokenScript', "'--project'", "'--venture'", "'--access', 'read-only'", "'--days'"],
  },
  'project list': { by: 'tests/command-line/projects.test.ts', as: ["run('project', 'list')"] },
  'project show': {
    by: 'tests/command-line/projects.test.ts',
    as: ["outcome('project', 'show', api.projectKey)"],
  },
  'project create': {
    by: 'tests/command-line/projects.test.ts',
    as: ["'create'", "'--venture'", "'--name="],
  },
  resend: {
    by: 'tests/command-line/resend.test.ts',
    as: ["'--subscription'", "'--since'", "'--dry-run'"],
  },
  export: { by: 'tests/command-line/export.test.ts', as: ["'export', '--project'"] },
  uninstall: { by: 'tests/command-line/uninstall.test.ts', as: ["'uninstall', '--check'"] },
};

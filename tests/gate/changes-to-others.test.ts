import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { ESLint } from 'eslint';
import { PLUGIN, ROOT } from '../documentation/documents';

const RULE = 'work-tracking/changes-to-others';

/** Changes of what was not made here, each with what the linter says was not. */
const FOUND = {
  'strapi.db.connection = strapi.db.connection;': 'strapi.db',
  'ctx.onerror = () => undefined;': 'ctx',
  'ctx.req.socket.write = socket.write;': 'ctx.req.socket',
  'socket.read = () => null;': 'socket',
  'delete (socket as { read?: unknown }).read;': 'socket',
  'const { contentTypes } = utils; contentTypes.isMediaAttribute = () => true;': 'contentTypes',
  "const found = strapi.get('validators'); found.check = 1;": 'found',
  'permissions(strapi).actionProvider.get = () => undefined;': 'permissions(strapi).actionProvider',
  'for (const one of strapi.server.listRoutes()) one.path = "";': 'one',
  "Object.defineProperty(strapi, 'db', {});": 'strapi',
  'Object.assign(ctx.request, { body: 1 });': 'ctx.request',
  '(ctx.res as unknown as Record<string, unknown>).end = 1;': 'ctx.res',
  'process.exitCode = 1;': 'process',
};

/** Changes that are documented, or of what was made here. */
const LET = [
  'ctx.status = 204; ctx.body = {}; ctx.state.mine = 1;',
  "data.title = 'T'; delete data.name;",
  'const made: { read?: () => null } = {}; made.read = () => null;',
  "const all = Object.keys(data).map((name) => ({ name })); for (const one of [1]) all[one] = { name: '' };",
];

const IMPORTS = [
  "import type { Socket } from 'node:net';",
  "import type { Core } from '@strapi/types';",
  "import type { Context } from 'koa';",
  "import * as utils from '@strapi/utils';",
  "import { permissions } from './host/admin-services';",
];
const GIVEN = 'strapi: Core.Strapi, ctx: Context, socket: Socket, data: Record<string, unknown>';

it('the linter finds what was not made here and is changed outside of host/, and nothing else', () => {
  const statements = [...Object.keys(FOUND), ...LET];
  const lines = statements.map((statement, index) => `export function f${index}(${GIVEN}) { ${statement} }`);
  const { stdout } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/eslint/bin/eslint.js'),
      // A file that the linter's project has.
      ...['--stdin', '--stdin-filename', path.join(PLUGIN, 'server/src/bootstrap.ts'), '--format', 'json'],
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
      input: [...IMPORTS, ...lines].join('\n'),
      // Else the compiler reads the file itself.
      env: { ...process.env, TSESTREE_SINGLE_RUN: 'false' },
    },
  );
  const [{ messages }] = JSON.parse(stdout) as [ESLint.LintResult];
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  const found = messages
    .filter(({ ruleId }) => ruleId === RULE)
    .map(({ line, message }) => [statements[line - 1 - IMPORTS.length], message.split(' was ')[0]]);
  expect(found).toEqual(Object.entries(FOUND));
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, type Api } from '../support/api';
import { builtWith } from '../support/configured';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const MODULES = path.join(__dirname, '../../node_modules');

/** An application's rules: a title is the class of the error that refuses it. */
const APPLICATION = `
  const { errors } = require('@strapi/utils');
  module.exports = {
    register({ strapi }) {
      strapi.db.lifecycles.subscribe({
        models: ['plugin::work-tracking.ticket'],
        beforeCreate({ params: { data } }) {
          if (data.title in errors) throw new errors[data.title]('Not on a Friday.');
        },
      });
    },
  };
`;

/** Another version of @strapi/utils, beside the one that Strapi has. */
function secondUtils(): string {
  const folder = path.join(makeFolder('second'), 'utils');
  cpSync(path.join(MODULES, '@strapi/utils'), folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  const given = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...given, version: '5.99.0' }));
  return folder;
}

let server: OwnServer;
let api: Api;
let admin: Admin;
let folder: string;

beforeAll(async () => {
  folder = secondUtils();
  server = await startServer({
    env: {
      ...builtWith({ files: { 'index.js': APPLICATION } }),
      NODE_OPTIONS: `--require ${path.join(__dirname, '../support/other-host.js')}`,
      OTHER_HOST: 'utils',
      SECOND_UTILS: folder,
      // The build and the copy lie outside of the application, whose modules they use.
      NODE_PATH: MODULES,
    },
  });
  api = await newProject(server);
  admin = await registerAdmin(server);
});
afterAll(() => server.destroy());

it('the log says at the start that there are two copies, where they are, and what to do', () => {
  expect(server.log()).toContain(`the application's code finds 5.99.0 in ${folder}`);
  expect(server.log()).toMatch(
    /Strapi has (5\.\d+\.\d+) in .*Name \1 for @strapi\/utils in the dependencies/s,
  );
});

it('a refusal in the panel is 400: what is sent, and what a rule forbids', async () => {
  const ticket = await fileTicket(api);
  const move = (body: object) => admin.post(`/work-tracking/board/tickets/${ticket.id}/move`, body);
  const [unreadable, forbidden] = [await move({ nothing: 1 }), await move({ status: 'done' })];
  expect([unreadable.status, forbidden.status]).toEqual([400, 400]);
});

it.each([
  ['ApplicationError', 400, 'refused'],
  ['ValidationError', 400, 'refused'],
  ['NotFoundError', 404, 'not_found'],
  ['PolicyError', 403, 'insufficient_scope'],
])("v1 answers the application's %s by its class: %i", async (title, status, error) => {
  const answer = await fetch(`${server.url}/api/v1/tickets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  expect([answer.status, await answer.json()]).toEqual([status, { error, message: 'Not on a Friday.' }]);
});

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { newProject, v1 } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';
import { makeFolder } from '../support/test-run';

const ROOT = path.join(__dirname, '../..');
const CLIENT = path.join(ROOT, 'examples/client');

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

const run = (file: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [file, ...args], { env: { ...process.env, ...env } });

const installed = (name: string) => path.join(ROOT, 'node_modules', name);

it('has the types that openapi-typescript makes from the description', async () => {
  const folder = makeFolder('client');
  const [document, types] = [path.join(folder, 'openapi.json'), path.join(folder, 'api.d.ts')];
  const { body } = await v1(server, '').get('/openapi.json').expect(200);
  writeFileSync(document, JSON.stringify(body));
  await run(installed('openapi-typescript/bin/cli.js'), [document, '--output', types]);
  // After a change of the API, generate them again as examples/README.md says.
  expect(readFileSync(path.join(CLIENT, 'api.d.ts'), 'utf8')).toBe(readFileSync(types, 'utf8'));
});

it('compiles with them, and works', async () => {
  await run(installed('typescript/bin/tsc'), ['-p', CLIENT]);
  const api = await newProject(server, { name: 'A client' });
  const { stdout } = await run(path.join(CLIENT, 'dist/client.js'), [], {
    API: `${server.url}/api/v1`,
    TOKEN: api.token,
  });
  expect(stdout.split('\n')).toEqual([
    `A client works for ${api.projectKey}`,
    'Shake hands: in_progress',
    'title',
    'Wave: in_progress',
    'title',
    'Say hello: in_progress',
    'title',
    '',
  ]);
  const { tickets } = (await api.get('/tickets?status=in_progress').expect(200)).body;
  expect(tickets).toHaveLength(3);
});

it('ends with what the service says when its token is wrong', async () => {
  const env = { API: `${server.url}/api/v1`, TOKEN: 'wrong' };
  await expect(run(path.join(CLIENT, 'dist/client.js'), [], env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Send a valid token'),
  });
});

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { newProject } from '../support/api';
import { sharedServer, type SharedServer } from '../support/server';

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

it('compiles with its types, and works', async () => {
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

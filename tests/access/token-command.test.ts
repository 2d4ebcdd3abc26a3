import { newProject, v1 } from '../support/api';
import { runTokenScript } from '../support/command-line';
import { sharedServer, type SharedServer } from '../support/server';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.release());

describe('npm run token (docs/command-line.md)', () => {
  it('gets in no way of a server that is writing all the time', async () => {
    const api = await newProject(server, { venture: 'acme' });
    const issuing = runTokenScript(
      ['--project', api.projectKey, '--venture', 'acme', '--access', 'read-only', '--days', '3'],
      server,
    );
    const progress = { isIssued: false };
    void issuing.finally(() => (progress.isIssued = true));
    const statuses = new Set<number>();
    while (!progress.isIssued) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => api.post('/tickets', { title: 'T' })));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([201]);
    const issued = JSON.parse((await issuing).stdout);
    await v1(server, issued.token).get('/tickets').expect(200);
    await v1(server, issued.token).post('/tickets', { title: 'T' }).expect(403);
  });

  it('ends as the command ends, with its sentence', async () => {
    expect(await runTokenScript([], server)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/option '--project <KEY>' is missing/),
    });
  });
});

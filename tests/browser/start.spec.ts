import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { endWithUs } from '../../scripts/test/end-with-us';
import { freePort } from '../../scripts/test/free-port';
import { stop, untilStarted } from '../support/develop';
import { makeFolder } from '../support/test-run';
import { newVisitor } from './support/panel';
import { expect, test } from './support/test';

const ROOT = path.join(__dirname, '../..');

/** As README says it. */
const COMMAND = 'DELIVERY_ALLOWED_NETWORKS=127.0.0.0/8 npm start';

test('npm start serves the panel, on a database and with secrets that it makes itself', async ({
  browser,
}) => {
  expect(readFileSync(path.join(ROOT, 'README.md'), 'utf8')).toContain(`\n${COMMAND}\n`);
  const folder = makeFolder('start');
  const [envFile, database] = [path.join(folder, '.env'), path.join(folder, 'data.db')];
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const shell = spawn('bash', ['-c', COMMAND], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      ENV_PATH: envFile,
      DATABASE_FILENAME: database,
    },
    // npm and what it starts are stopped together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(shell);
  let log = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  }
  try {
    await untilStarted(shell, () => log);
    const context = await newVisitor(browser, `http://127.0.0.1:${port}`);
    const page = await context.newPage();
    await page.goto('/admin');
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
    expect(readFileSync(envFile, 'utf8')).toMatch(/^ENCRYPTION_KEY=.+$/m);
    expect(statSync(envFile).mode & 0o777).toBe(0o600);
    expect(statSync(database).isFile()).toBe(true);
    await context.close();
  } finally {
    await stop(shell);
  }
});

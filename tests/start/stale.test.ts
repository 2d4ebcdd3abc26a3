import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../scripts/test/free-port';
import { deploy, type Deployed } from '../support/deployed';
import { extended } from '../support/extended';

let deployed: Deployed;
beforeEach(() => {
  deployed = deploy();
});
afterEach(() => deployed.clear());

const EXTENSION = extended('ticket', { removed_long_ago: { type: 'string' } });
const [EXTENSION_FILE = ''] = Object.keys(EXTENSION);

/** Leaves files that a compiler has once made of sources that are gone. */
function leaveStaleFiles(): void {
  const stale = { [EXTENSION_FILE]: JSON.stringify(EXTENSION[EXTENSION_FILE]), 'api/old/routes/old.js': '' };
  for (const [name, content] of Object.entries(stale)) {
    const file = path.join(deployed.folder, 'dist/src', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const isLeft = (name: string) => existsSync(path.join(deployed.folder, 'dist/src', name));

it('a start forgets what was removed from src', async () => {
  leaveStaleFiles();
  const port = String(await freePort());
  const running = deployed.begin(['start'], { HOST: '127.0.0.1', PORT: port });
  await running.printed('Strapi started successfully');
  const description = await (await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).text();
  expect(description).toContain('frontmatter');
  expect(description).not.toContain('removed_long_ago');
  expect(['extensions', 'api', 'index.js'].map(isLeft)).toEqual([false, false, true]);
  running.npm.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
});

it('so does a build, and keeps what has a source', async () => {
  leaveStaleFiles();
  const source = path.join(deployed.folder, 'src', EXTENSION_FILE);
  mkdirSync(path.dirname(source), { recursive: true });
  writeFileSync(source, '{}');
  // The compilers themselves leave it all as it is.
  deployed.linkModules((name) => name !== '.bin');
  for (const name of ['strapi-plugin', 'tsc']) {
    const compiler = path.join(deployed.folder, 'node_modules/.bin', name);
    writeFileSync(compiler, '#!/bin/sh\n');
    chmodSync(compiler, 0o755);
  }
  expect(await deployed.run(process.execPath, ['scripts/build.js', '--server'])).toMatchObject({ code: 0 });
  expect(['api', EXTENSION_FILE, 'index.js'].map(isLeft)).toEqual([false, true, true]);
});

'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { DATABASES } = require('./database');
const { startProcess } = require('./processes');

const VERSION = '3.90';
const PACKAGES = ['payload', '@payloadcms/db-sqlite', '@payloadcms/db-postgres', 'graphql@16'];
/** Of the user that the server makes. */
const API_KEY = '7d9c1f0e-4c57-4c9b-9d83-benchmark0001';

/** @typedef {import('./load').Loaded} Loaded */

/**
 * Installs Payload into a temporary folder and starts it there.
 * @template Result
 * @param {{ database: keyof typeof DATABASES, rows: number }} options
 * @param {(payload: { app: Loaded, authorization: string, ids: number[] }) => Promise<Result>} work
 */
async function withPayload({ database, rows }, work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-payload-'));
  const { env, drop } = await DATABASES[database]();
  try {
    install(folder);
    const { PATH, HOME } = process.env;
    const child = startProcess('payload-server.js', {
      args: [folder],
      env: { PATH, HOME, NODE_ENV: 'development', DISABLE_PAYLOAD_HMR: 'true' },
    });
    try {
      const url = env.DATABASE_URL ?? `file:${path.join(folder, 'payload.db')}`;
      const ready = await child.call('start', { database, url, rows, apiKey: API_KEY });
      const { port, ids } = /** @type {{ port: number, ids: number[] }} */ (ready);
      const status = async () => ({ openDeliveries: 0, cpuMs: Number(await child.call('cpuMs')) });
      const app = { url: `http://127.0.0.1:${port}`, status };
      return await work({ app, authorization: `users API-Key ${API_KEY}`, ids });
    } finally {
      await child.stop();
    }
  } finally {
    await drop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function install(folder) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const packages = PACKAGES.map((name) => (name.includes('graphql') ? name : `${name}@${VERSION}`));
  process.stderr.write(`installing ${packages.join(', ')}\n`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
}

module.exports = { withPayload };

'use strict';

const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const dotenv = require('dotenv');

const APP_ROOT = path.join(__dirname, '..');
const ENV_FILE = path.resolve(APP_ROOT, process.env.ENV_PATH || '.env');

const secret = () => randomBytes(32).toString('base64');

/** Strapi and the plugin do not start without these. */
const SECRETS = {
  APP_KEYS: () => [secret(), secret()].join(','),
  API_TOKEN_SALT: secret,
  ADMIN_JWT_SECRET: secret,
  TRANSFER_TOKEN_SALT: secret,
  JWT_SECRET: secret,
  ENCRYPTION_KEY: secret,
};

/** Appends the secrets that neither the environment nor .env has to .env, which only its owner can read if it is new. */
function ensureSecrets() {
  const text = fs.existsSync(ENV_FILE) ? fs.readFileSync(ENV_FILE, 'utf8') : '';
  const known = { ...dotenv.parse(text), ...process.env };
  const missing = Object.entries(SECRETS).filter(([name]) => !known[name]);
  if (missing.length > 0) {
    const separator = text === '' || text.endsWith('\n') ? '' : '\n';
    const lines = missing.map(([name, make]) => `${name}=${make()}\n`);
    fs.appendFileSync(ENV_FILE, separator + lines.join(''), { mode: 0o600 });
  }
  dotenv.config({ path: ENV_FILE, quiet: true });
}

/** Creates what the application needs to start and does not have yet: secrets and folders. */
function prepare() {
  ensureSecrets();
  fs.mkdirSync(path.join(APP_ROOT, 'public/uploads'), { recursive: true });
}

module.exports = { APP_ROOT, prepare };

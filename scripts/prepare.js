'use strict';

const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const dotenv = require('dotenv');

const APP_ROOT = path.join(__dirname, '..');
const ENV_FILE = path.resolve(APP_ROOT, process.env.ENV_PATH || '.env');

const secret = () => randomBytes(32).toString('base64');

/** What Strapi and the plugin can't start without. */
const SECRETS = {
  APP_KEYS: () => [secret(), secret()].join(','),
  API_TOKEN_SALT: secret,
  ADMIN_JWT_SECRET: secret,
  TRANSFER_TOKEN_SALT: secret,
  JWT_SECRET: secret,
  ENCRYPTION_KEY: secret,
};

/**
 * Makes the secrets that neither the environment nor .env has, once: they are added to .env, which keeps everything
 * else that is in it, and is readable by its owner alone.
 */
function ensureSecrets() {
  const text = fs.existsSync(ENV_FILE) ? fs.readFileSync(ENV_FILE, 'utf8') : '';
  const known = { ...dotenv.parse(text), ...process.env };
  const missing = Object.entries(SECRETS).filter(([name]) => !known[name]);
  if (missing.length > 0) {
    const separator = text === '' || text.endsWith('\n') ? '' : '\n';
    const lines = missing.map(([name, make]) => `${name}=${make()}\n`);
    fs.writeFileSync(ENV_FILE, text + separator + lines.join(''), { mode: 0o600 });
  }
  dotenv.config({ path: ENV_FILE, quiet: true });
}

/** What an application needs before its first start, made where it is missing: secrets and folders. */
function prepare() {
  ensureSecrets();
  fs.mkdirSync(path.join(APP_ROOT, 'public/uploads'), { recursive: true });
}

module.exports = { APP_ROOT, prepare };

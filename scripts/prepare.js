'use strict';

// Creates what the application needs to start and does not have yet; `npm run develop` begins with it.
const fs = require('node:fs');
const path = require('node:path');
const { ensureSecrets } = require('./secrets');
const { sentenceOf } = require('./sentence');

const APP_ROOT = path.join(__dirname, '..');
const ENV_FILE = path.resolve(APP_ROOT, process.env.ENV_PATH || '.env');

/** Creates what the application needs to start and does not have yet: secrets and folders. */
function prepare() {
  ensureSecrets(ENV_FILE, APP_ROOT);
  fs.mkdirSync(path.join(APP_ROOT, 'public/uploads'), { recursive: true });
}

module.exports = { APP_ROOT, prepare };

if (require.main === module) {
  try {
    prepare();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

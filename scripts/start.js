'use strict';

// `npm start`: serves in production mode, with no other step than `npm ci` before it.
process.env.NODE_ENV ??= 'production';

const path = require('node:path');
const { createStrapi } = require('@strapi/strapi');
const { ensureBuilt } = require('./build');
const { APP_ROOT, prepare } = require('./prepare');
const { sentenceOf } = require('./sentence');

try {
  prepare();
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}
ensureBuilt();
process.env.STRAPI_TELEMETRY_DISABLED ??= 'true';

void createStrapi({ appDir: APP_ROOT, distDir: path.join(APP_ROOT, 'dist') }).start();

'use strict';

// `npm start`: serves in production mode after `npm ci` and nothing else.
process.env.NODE_ENV ??= 'production';

const { createStrapi } = require('@strapi/strapi');
const path = require('node:path');
const { ensureBuilt } = require('./build');
const { APP_ROOT, prepare } = require('./prepare');

prepare();
ensureBuilt();
process.env.STRAPI_TELEMETRY_DISABLED ??= 'true';

void createStrapi({ appDir: APP_ROOT, distDir: path.join(APP_ROOT, 'dist') }).start();

'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */

/**
 * Loads the Strapi application of the current directory, without listening.
 * @template Result
 * @param {(app: Application) => Promise<Result>} work
 */
async function withApplication(work) {
  process.env.NODE_ENV ||= 'production';
  process.env.STRAPI_TELEMETRY_DISABLED ||= 'true';

  const appDir = process.cwd();
  const strapiPath = strapiPathOf(appDir);
  const distDir = await distDirOf(appDir, strapiPath);
  /** @type {import('@strapi/strapi')} */
  const { createStrapi } = require(strapiPath);
  const app = createStrapi({ appDir, distDir, serveAdminPanel: false });
  app.log.level = 'error';
  await app.load();
  try {
    // Scheduled work is for the servers, however long a command runs.
    app.cron.stop();
    if (!('work-tracking' in app.plugins)) throw new Error('The plugin work-tracking is not enabled here.');
    return await work(app);
  } finally {
    await app.destroy();
  }
}

/**
 * The application's own Strapi, wherever the plugin itself is installed.
 * @param {string} appDir
 */
function strapiPathOf(appDir) {
  try {
    return createRequire(path.join(appDir, 'package.json')).resolve('@strapi/strapi');
  } catch {
    throw new Error(`${appDir} is not the directory of a Strapi application.`);
  }
}

/**
 * The directory of the application's JavaScript: its own, or the one that TypeScript compiles into.
 * @param {string} appDir
 * @param {string} strapiPath
 */
async function distDirOf(appDir, strapiPath) {
  /** @type {{ resolveOutDir(appDir: string): Promise<string | undefined> }} */
  const typescript = createRequire(strapiPath)('@strapi/typescript-utils');
  const distDir = (await typescript.resolveOutDir(appDir)) ?? appDir;
  if (!fs.existsSync(path.join(distDir, 'config'))) {
    throw new Error(`There is no configuration in ${distDir}; is the application built?`);
  }
  return distDir;
}

module.exports = { withApplication };

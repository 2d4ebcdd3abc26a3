'use strict';

// `npm run pictures`: takes the pictures of the documents, of the built application with the demo's data.
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { chromium } = require('@playwright/test');
const sharp = require('sharp');
const { CHROMIUM_ARGS, chromiumPath } = require('./chromium');
const { createAdministrator, startApplication } = require('./demo/application');
const { fillShop } = require('./demo/shop');
const { SETTINGS, buildWithArticles, fillArticles } = require('./pictures/articles');
const { assertFonts } = require('./pictures/fonts');
const { PICTURES, PICTURES_OF_ARTICLES } = require('./pictures/pages');
const { APP_ROOT } = require('./prepare');
const { sentenceOf } = require('./sentence');
const { logIn, newPage } = require('./visitor');

/** @typedef {import('@playwright/test').Browser} Browser */

const DATABASE = '.tmp/pictures.db';
/** In the plugin, so that its package has them too. */
const FOLDER = path.join(APP_ROOT, 'src/plugins/work-tracking/images');
/** Small enough for a README. */
const MAX_BYTES = 100_000;

/** @param {string} folder where the pictures go */
async function takePictures(folder) {
  assertFonts();
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    await ofShop(browser, folder);
    await ofArticles(browser, folder);
  } finally {
    await browser.close();
  }
}

/**
 * @param {Browser} browser
 * @param {string} folder
 */
async function ofShop(browser, folder) {
  const { app, url } = await startApplication({ database: DATABASE });
  const login = await createAdministrator(app);
  const { tenantId, receiver } = await fillShop(app, url);
  try {
    await takeEach(await visit(browser, url, login), folder, PICTURES, tenantId);
  } finally {
    receiver.close();
    await app.destroy();
  }
}

/**
 * Of another application, so that content of its own is in none of the others.
 * @param {Browser} browser
 * @param {string} folder
 */
async function ofArticles(browser, folder) {
  const { app, url } = await startApplication({
    database: DATABASE,
    settings: SETTINGS,
    build: buildWithArticles,
  });
  try {
    const login = await createAdministrator(app);
    const article = await fillArticles(app, url);
    await takeEach(await visit(browser, url, login), folder, PICTURES_OF_ARTICLES, article);
  } finally {
    await app.destroy();
  }
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {{ email: string, password: string }} login
 */
async function visit(browser, url, login) {
  const page = await newPage(browser, url);
  await logIn(page, login);
  return page;
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} folder
 * @param {typeof PICTURES} pictures
 * @param {string} id that their pages are about
 */
async function takeEach(page, folder, pictures, id) {
  for (const [name, open] of Object.entries(pictures)) {
    await open(page, id);
    const file = path.join(folder, `${name}.png`);
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    await sharp(shot).png({ palette: true, effort: 10 }).toFile(file);
    const { size } = fs.statSync(file);
    if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, of ${MAX_BYTES} at most.`);
    console.log(`${file}  ${Math.round(size / 1000)} kB`);
  }
}

function readOptions() {
  try {
    return parseArgs({ options: { to: { type: 'string', default: FOLDER } } }).values;
  } catch {
    console.error('usage: npm run pictures [-- --to FOLDER]');
    return process.exit(2);
  }
}

takePictures(path.resolve(readOptions().to)).then(
  () => process.exit(0),
  (/** @type {unknown} */ error) => {
    console.error(sentenceOf(error));
    process.exit(1);
  },
);

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
const { assertFonts } = require('./pictures/fonts');
const { PICTURES } = require('./pictures/pages');
const { APP_ROOT } = require('./prepare');
const { sentenceOf } = require('./sentence');
const { logIn, newPage } = require('./visitor');

const DATABASE = '.tmp/pictures.db';
/** In the plugin, so that its package has them too. */
const FOLDER = path.join(APP_ROOT, 'src/plugins/work-tracking/images');
/** Small enough for a README. */
const MAX_BYTES = 100_000;

/** @param {string} folder where the pictures go */
async function takePictures(folder) {
  assertFonts();
  fs.mkdirSync(folder, { recursive: true });
  const { app, url } = await startApplication({ database: DATABASE });
  const login = await createAdministrator(app);
  const { tenantId, receiver } = await fillShop(app, url);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const page = await newPage(browser, url);
    await logIn(page, login);
    for (const [name, open] of Object.entries(PICTURES)) {
      await open(page, tenantId);
      const file = path.join(folder, `${name}.png`);
      const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      await sharp(shot).png({ palette: true, effort: 10 }).toFile(file);
      const { size } = fs.statSync(file);
      if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, of ${MAX_BYTES} at most.`);
      console.log(`${file}  ${Math.round(size / 1000)} kB`);
    }
  } finally {
    await browser.close();
    receiver.close();
    await app.destroy();
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

'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { APP_ROOT } = require('../../prepare');

const PLUGIN = path.join(APP_ROOT, 'src/plugins/work-tracking');
const README = fs.readFileSync(path.join(PLUGIN, 'README.md'), 'utf8');

/**
 * The code that the plugin's README says to type or to write, word for word: it stands after `<!-- name -->`.
 * @param {string} name
 * @throws Error when the README does not have it
 */
function told(name) {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const code = new RegExp(`<!-- ${escaped} -->\\s+\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's').exec(README)?.[1];
  if (code === undefined) throw new Error(`The plugin's README has no code after <!-- ${name} -->.`);
  return code;
}

module.exports = { PLUGIN, told };

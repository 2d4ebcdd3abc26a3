'use strict';

// A step of the build: the licences of the packages whose code is in the panel's, in one file beside it.
const fs = require('node:fs');
const path = require('node:path');
const { packageFolder } = require('./nearest');

/** They are bundled with all that they depend on: devDependencies, so that whoever installs the plugin gets none of them. */
const BUNDLED = ['recharts', 'react-is'];

/** @typedef {{ name: string, version: string, license?: string, dependencies?: Record<string, string> }} Manifest */

/** @type {Map<string, string>} By name and version. */
const licences = new Map();

/** @type {(name: string, from: string) => void} */
function collect(name, from) {
  // Types are no code.
  if (name.startsWith('@types/')) return;
  const folder = packageFolder(name, from);
  /** @type {unknown} */
  const read = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { version, license = '', dependencies = {} } = /** @type {Manifest} */ (read);
  const title = `${name} ${version}`;
  if (licences.has(title)) return;
  const file = fs.readdirSync(folder).find((one) => /^licen[cs]e(\.|$)/i.test(one));
  licences.set(title, file === undefined ? license : fs.readFileSync(path.join(folder, file), 'utf8').trim());
  for (const one of Object.keys(dependencies)) collect(one, folder);
}

for (const name of BUNDLED) collect(name, __dirname);
const sections = [...licences].sort().map(([title, text]) => `${title}\n\n${text}\n`);
fs.writeFileSync(path.join(__dirname, 'dist/admin/LICENCES.txt'), sections.join(`\n${'-'.repeat(80)}\n\n`));

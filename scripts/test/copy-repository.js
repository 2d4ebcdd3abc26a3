'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { APP_ROOT } = require('../prepare');

/** @type {(args: string[]) => string[]} */
const list = (args) =>
  execFileSync('git', ['ls-files', '-z', ...args], { cwd: APP_ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((name) => name !== '' && fs.existsSync(path.join(APP_ROOT, name)));

/**
 * Copies what is committed, and what is about to be, without what is built or installed.
 * @param {string} directory
 * @param {string} [ignoreFile] patterns of what is left out as well
 */
function copyRepository(directory, ignoreFile) {
  const ignoring = ignoreFile ? [`--exclude-from=${ignoreFile}`] : [];
  const left = new Set(ignoreFile ? list(['--cached', '--ignored', ...ignoring]) : []);
  for (const file of list(['--cached', '--others', '--exclude-standard', ...ignoring])) {
    if (!left.has(file)) fs.cpSync(path.join(APP_ROOT, file), path.join(directory, file));
  }
}

module.exports = { copyRepository };

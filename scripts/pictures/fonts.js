'use strict';

const { execFileSync } = require('node:child_process');

/** The kinds of characters in the pictures, each with a way to find a font for it and Debian's package of one. */
const NEEDED = [
  { pattern: ':lang=de', package: 'fonts-noto-core' },
  { pattern: ':lang=ja', package: 'fonts-noto-cjk' },
  { pattern: ':lang=ko', package: 'fonts-noto-cjk' },
  { pattern: ':charset=1f511', package: 'fonts-noto-color-emoji' },
];

/**
 * Without a font a browser draws boxes.
 * @throws Error with a sentence that says what to install
 */
function assertFonts() {
  const missing = NEEDED.filter(({ pattern }) => !hasFont(pattern)).map((needed) => needed.package);
  if (missing.length === 0) return;
  const packages = [...new Set(missing)].join(' ');
  throw new Error(`Fonts are missing, and the pictures would have boxes: apt-get install ${packages}`);
}

/** @param {string} pattern */
function hasFont(pattern) {
  try {
    return execFileSync('fc-list', [pattern], { encoding: 'utf8' }).trim() !== '';
  } catch (cause) {
    throw new Error('fc-list, which finds fonts, is not installed: apt-get install fontconfig', { cause });
  }
}

module.exports = { assertFonts };

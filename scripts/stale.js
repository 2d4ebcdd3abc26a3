'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The folders that tsconfig.json has the compiler read; they have the same names in dist. */
const COMPILED = ['config', 'src'];

/** The extensions of the files that a compiled file may come from. */
const EXTENSIONS = ['.ts', '.tsx', '.js', '.json'];

/**
 * Deletes compiled files whose source is gone. The compiler leaves them, and Strapi would go on loading them: a field
 * that was removed from src/extensions would stay.
 * @param {string} appRoot
 */
function removeStale(appRoot) {
  for (const name of COMPILED) prune(path.join(appRoot, 'dist', name), path.join(appRoot, name));
}

/**
 * @param {string} built a folder of compiled files
 * @param {string} sources the folder of their sources
 */
function prune(built, sources) {
  if (!fs.existsSync(built)) return;
  for (const entry of fs.readdirSync(built, { withFileTypes: true })) {
    const file = path.join(built, entry.name);
    if (entry.isDirectory()) {
      prune(file, path.join(sources, entry.name));
      if (fs.readdirSync(file).length === 0) fs.rmdirSync(file);
    } else if (!hasSource(entry.name, sources)) {
      fs.rmSync(file);
    }
  }
}

/** @param {string} name @param {string} sources */
function hasSource(name, sources) {
  const stem = name.replace(/(\.d\.ts|\.js\.map|\.json|\.js)$/, '');
  // A JSON file is copied, and makes no other.
  const extensions = name.endsWith('.json') ? ['.json'] : EXTENSIONS;
  return extensions.some((extension) => fs.existsSync(path.join(sources, stem + extension)));
}

module.exports = { removeStale };

'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * @param {string} directory where it starts to look, and goes up
 * @param {string} wanted a path below one of these
 * @returns {string} the first directory that has it
 * @throws Error when none has it
 */
function nearest(directory, wanted) {
  if (fs.existsSync(path.join(directory, wanted))) return directory;
  if (path.dirname(directory) === directory) throw new Error(`${wanted} is not there.`);
  return nearest(path.dirname(directory), wanted);
}

/**
 * @param {string} name of a package
 * @param {string} directory of what depends on it
 * @returns {string} where it is installed
 */
function packageFolder(name, directory) {
  const installed = path.join('node_modules', name);
  return path.join(nearest(directory, installed), installed);
}

module.exports = { nearest, packageFolder };

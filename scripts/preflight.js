'use strict';

const events = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');

/** @typedef {import('@strapi/strapi').Core.Strapi} Application */

/**
 * Tries, before the application loads and changes the tables of its database, what it could only fail at afterwards.
 * @param {Application} app configured, not loaded
 * @throws Error with a sentence that names the setting
 */
async function preflight(app) {
  await assertCanListen(app.config.get('server.host'), app.config.get('server.port'));
  if (app.config.get('database.connection.client') === 'sqlite') {
    assertCanOpen(app.config.get('database.connection.connection.filename'));
  }
}

/** @param {string} host @param {number} port */
async function assertCanListen(host, port) {
  const server = net.createServer((socket) => socket.destroy());
  try {
    server.listen(port, host);
    await events.once(server, 'listening');
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(`HOST is "${host}", PORT is ${port}: nothing can listen there (${code ?? message}).`);
  }
  server.close();
  await events.once(server, 'close');
}

/** @param {string} file of SQLite; it is made where there is none */
function assertCanOpen(file) {
  const Database = require('better-sqlite3');
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const database = new Database(file);
    // SQLite reads nothing of a file before it must.
    database.pragma('user_version');
    database.close();
    fs.accessSync(file, fs.constants.W_OK);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(
      `DATABASE_FILENAME is "${file}": it can't be opened as a database of SQLite (${code ?? message}).`,
    );
  }
}

module.exports = { preflight };

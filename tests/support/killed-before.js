'use strict';

// Preloaded into an application: it is killed before the statement that KILLED_BEFORE, a regular expression, finds as
// the KILLED_AT-th.
const { Client } = require('knex');

const pattern = new RegExp(process.env.KILLED_BEFORE ?? '');
let left = Number(process.env.KILLED_AT);
/** @type {unknown} */
let last;

/** @type {{ emit: (this: import('node:events').EventEmitter, name: string, ...parts: unknown[]) => boolean }} */
const client = Client.prototype;
const emit = client.emit;
client.emit = function emitQuery(name, ...parts) {
  const [query] = parts;
  // Knex emits each query of a transaction twice.
  if (name === 'query' && query !== last) {
    last = query;
    if (pattern.test(/** @type {{ sql: string }} */ (query).sql)) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  }
  return emit.call(this, name, ...parts);
};

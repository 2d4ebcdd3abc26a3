'use strict';

/**
 * The floors of the server, the lowest first: a folder imports from the floors below its own, not from its neighbours.
 * Files in the root of `server/src` stand here by their names without `.ts`. `npm run lint` keeps the floors, and a
 * test compares them with the drawing in docs/architecture.md.
 */
const SERVER_FLOORS = [
  ['uids', 'redis-address', 'setting-schemas', 'settings', 'config'],
  ['host'],
  ['database'],
  ['records', 'paging'],
  ['events'],
  ['write', 'webhooks', 'access'],
  ['content-types'],
  ['sign-off'],
  ['v1', 'panel', 'command-line'],
  ['services'],
  ['register', 'bootstrap', 'destroy'],
  ['index'],
];

module.exports = { SERVER_FLOORS };

'use strict';

const assert = require('node:assert/strict');
const { createRequire } = require('node:module');
const path = require('node:path');

/** @typedef {import('./host').Host} Host */

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** @typedef {[status: number, method: string, path: string, body?: string]} Request with the status of its answer */

/**
 * The requests to the host, before it has the plugin, with it, and after: the answers must stay the same.
 * @type {Record<string, Request>}
 */
const REQUESTS = {
  "the host's content type answers the public in Strapi's own shape": [200, 'GET', '/api/articles'],
  "the host's query parameters work": [200, 'GET', '/api/articles?filters[title][$eq]=First&sort=title'],
  "a parameter that does not exist is refused in Strapi's own words": [400, 'GET', '/api/articles?nothing=1'],
  'what the public may not do is 403 in the envelope of the host': [
    403,
    'POST',
    '/api/articles',
    '{"data":{}}',
  ],
  'broken JSON is 400 in the envelope of the host': [400, 'POST', '/api/articles', '{'],
  'what is not there is 404 in the envelope of the host': [404, 'GET', '/api/nothing'],
  'a method that is not there is answered as before': [405, 'DELETE', '/api/articles'],
  'a path outside of the API is answered as before': [404, 'GET', '/nothing'],
  "the host's content type answers in the locale that is asked for": [200, 'GET', '/api/articles?locale=en'],
  "the host's content type answers over GraphQL": [
    200,
    'POST',
    '/graphql',
    '{"query":"{ articles(locale: \\"en\\") { title locale } }"}',
  ],
  "the panel's own errors are answered as before": [401, 'GET', '/admin/users/me'],
};

/** The same only while the plugin is elsewhere. */
const UNKNOWN_AT_V1 = "what is not there at the host's /api/v1 is its own 404";

/**
 * The host's own routes at /api/v1.
 * @type {Record<string, Request>}
 */
const V1_REQUESTS = {
  "the host's own /api/v1/hello answers": [200, 'GET', '/api/v1/hello'],
  "the host's own /api/v1/hello reads its body": [200, 'POST', '/api/v1/hello', '{"a":[1]}'],
  "the host's own /api/v1/hello refuses in its own envelope": [409, 'GET', '/api/v1/hello/refused'],
  "the host's own /api/v1/hello fails in its own envelope": [500, 'GET', '/api/v1/hello/failing'],
  [UNKNOWN_AT_V1]: [404, 'GET', '/api/v1/nothing'],
};

/**
 * The host as somebody outside sees it, and the data that it holds.
 * @param {Host} host
 * @param {string} url
 * @param {boolean} isAsNamed whether its answers must be what their names say
 * @returns {Promise<Record<string, unknown>>} for each thing that must not change, how it is
 */
async function behaviourOf(host, url, isAsNamed = false) {
  /** @type {Record<string, unknown>} */
  const seen = {};
  for (const [name, request] of Object.entries({ ...REQUESTS, ...V1_REQUESTS })) {
    const [status, method, where, body] = request;
    const answer = await fetch(`${url}${where}`, { method, body, headers: body ? JSON_HEADERS : {} });
    const text = await answer.text();
    if (isAsNamed) assert.equal(answer.status, status, `${method} ${where}: ${text}`);
    seen[name] = { status: answer.status, type: answer.headers.get('content-type'), body: text };
  }
  seen["a user of the host's registers and reads their own record as before"] = await registered(url);
  seen["the roles of the host's users may do what they could, and nothing else"] = inDatabase(
    host,
    `SELECT role.type, permission.action FROM up_permissions permission
       JOIN up_permissions_role_lnk link ON link.permission_id = permission.id
       JOIN up_roles role ON role.id = link.role_id ORDER BY 1, 2`,
  );
  seen["the host's own table has its columns"] = inDatabase(host, 'SELECT name FROM pragma_table_info(?)', [
    'articles',
  ]);
  return seen;
}

let users = 0;

/** @param {string} url */
async function registered(url) {
  users += 1;
  const name = `user-${users}-${Date.now()}`;
  const answer = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify({ username: name, email: `${name}@example.com`, password: 'Very-safe-1' }),
  });
  const body = /** @type {{ jwt?: string }} */ (await answer.json());
  const me = await fetch(`${url}/api/users/me`, { headers: { Authorization: `Bearer ${body.jwt ?? ''}` } });
  return { register: [answer.status, namesIn(body)], me: [me.status, namesIn(await me.json())] };
}

/** @type {(value: unknown) => unknown} The names in an answer, however deep; what changes from one to the next aside. */
const namesIn = (value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, namesIn(entry)]))
    : typeof value;

/**
 * The part of the database's driver that is used here.
 * @typedef {object} Database
 * @property {(query: string) => { all(...values: unknown[]): unknown[] }} prepare
 * @property {() => void} close
 */

/**
 * Reads the host's database, with the host's own driver.
 * @param {Host} host
 * @param {string} query
 * @param {unknown[]} values
 * @returns {unknown[]} its rows
 */
function inDatabase(host, query, values = []) {
  const requireThere = createRequire(path.join(host.directory, 'package.json'));
  /** @type {unknown} */
  const driver = requireThere('better-sqlite3');
  const Driver = /** @type {new (file: string, options: object) => Database} */ (driver);
  const database = new Driver(path.join(host.directory, '.tmp/data.db'), { readonly: true });
  try {
    return database.prepare(query).all(...values);
  } finally {
    database.close();
  }
}

module.exports = { behaviourOf, inDatabase, UNKNOWN_AT_V1 };

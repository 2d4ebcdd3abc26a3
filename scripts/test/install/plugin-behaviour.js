'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { Webhook } = require('standardwebhooks');
const { Receiver } = require('../../demo/receiver');
const { APP_ROOT } = require('../../prepare');
const { run } = require('../run');
const { check } = require('./check');
const { told } = require('./readme');

/** @typedef {import('./host').Host} Host */

const SECRET = `whsec_${Buffer.from('the key of one subscriber').toString('base64')}`;
const DEADLINE_MS = 30_000;
const TITLE = 'Say hello';

/**
 * An answer of v1, as far as it is read here.
 * @typedef {{ error?: string, message?: string, subscription: object, tickets: object[], ticket: { id: string, title: string } }} Answer
 */

/**
 * Checks the plugin's main uses, from a token to a verified delivery and the board.
 * @param {Host} host
 * @param {string} url
 * @param {string} api where v1 is
 * @returns {Promise<string>} the token
 */
async function checkPlugin(host, url, api) {
  const base = `${url}${api}`;
  const token = await check("the plugin's own command issues a token", () => issueToken(host, 'DEMO'));

  /** @type {(path: string, body?: object, bearer?: string) => Promise<{ status: number, body: Answer }>} */
  const ask = async (where, body, bearer = token) => {
    const response = await fetch(`${base}${where}`, {
      method: body ? 'POST' : 'GET',
      body: body && JSON.stringify(body),
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    });
    return { status: response.status, body: /** @type {Answer} */ (await response.json()) };
  };

  const receiver = new Receiver(SECRET);
  const hook = await receiver.listen('127.0.0.1');
  try {
    await check(`a subscription is made at ${api}`, async () => {
      const body = { url: hook, secret: SECRET, event_types: ['ticket.created'] };
      const { status, body: answer } = await ask('/webhooks/subscriptions', body);
      assert.equal(status, 201, JSON.stringify(answer));
    });
    const ticket = await check('a ticket is filed, and is in the list', async () => {
      const { status, body } = await ask('/tickets', { title: TITLE, priority: 'P1' });
      assert.equal(status, 201, JSON.stringify(body));
      const list = await ask('/tickets?status=open&limit=10');
      assert.equal(list.status, 200, JSON.stringify(list.body));
      return body.ticket;
    });
    await check('its delivery comes, and both of its signatures are right', async () => {
      await receiver.waitUntil(() => receiver.deliveries.size === 1, AbortSignal.timeout(DEADLINE_MS));
      const [delivery] = [...receiver.deliveries.values()];
      assert(delivery?.isVerified, 'X-Service-Signature');
      const headers = /** @type {Record<string, string>} */ (delivery.headers);
      const event = /** @type {{ data: { id: string } }} */ (
        new Webhook(SECRET).verify(delivery.raw, headers)
      );
      assert.equal(event.data.id, ticket.id);
    });
  } finally {
    receiver.close();
  }

  await check("v1's errors have v1's form", async () => {
    const refused = await ask('/tickets', { title: TITLE, colour: 'red' });
    assert.deepEqual([refused.status, refused.body.error], [400, 'validation_failed']);
    const parameter = await ask('/tickets?colour=red');
    assert.deepEqual([parameter.status, parameter.body.error], [400, 'validation_failed']);
    const unknown = await ask('/tickets', undefined, 'wrong');
    assert.deepEqual([unknown.status, unknown.body.error], [401, 'unauthorized']);
    const nowhere = await ask('/nowhere');
    assert.deepEqual([nowhere.status, nowhere.body.error], [404, 'not_found']);
  });
  await check('a token of another project reads nothing of the first', async () => {
    const other = await issueToken(host, 'OTHER');
    const list = await ask('/tickets', undefined, other);
    assert.deepEqual([list.status, list.body.tickets], [200, []]);
    await assertNothingOverGraphql(url, other);
  });
  await check("the plugin's types are not in the host's GraphQL", () => assertNothingOverGraphql(url, token));
  await check("the token opens nothing of the host's", async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/users`, { headers });
    assert.equal(answer.status, 403);
  });
  await check('the board loads in Chromium, in English and in German', async () => {
    await run(
      process.execPath,
      [require.resolve('@playwright/test/cli'), 'test', '--config', 'tests/install/playwright.config.ts'],
      { cwd: APP_ROOT, env: { INSTALLED_AT: url, INSTALLED_TICKET: TITLE, INSTALLED_API: api } },
    );
  });
  return token;
}

/**
 * In a host without types of its own, for which the types of the example client are. What these do not hold is the one
 * thing that an older zod writes otherwise: the pattern of a time, which is laxer about its offset.
 * @param {Host} host
 * @param {string} base the address of v1
 */
async function assertDescribed(host, base) {
  await check("v1's description has every path, named schema and sentence", async () => {
    const program = path.join(APP_ROOT, 'node_modules/openapi-typescript/bin/cli.js');
    const types = path.join(host.directory, '.tmp/api.d.ts');
    await run(process.execPath, [program, `${base}/openapi.json`, '--output', types], { cwd: APP_ROOT });
    const kept = fs.readFileSync(path.join(APP_ROOT, 'examples/client/api.d.ts'), 'utf8');
    assert.equal(fs.readFileSync(types, 'utf8'), kept);
  });
}

/**
 * What goes wrong where there are two copies of @strapi/utils, or of zod.
 * @param {Host} host
 * @param {string} url
 */
async function checkCopies(host, url) {
  await assertDescribed(host, `${url}/api/v1`);
  await check('a refusal in the panel is 400', async () => {
    const administrator = { firstname: 'Ada', email: 'ada@example.com', password: 'Very-safe-1' };
    const registered = await fetch(`${url}/admin/register-admin`, {
      method: 'POST',
      body: JSON.stringify(administrator),
      headers: { 'Content-Type': 'application/json' },
    });
    const { data } = /** @type {{ data?: { token?: string } }} */ (await registered.json());
    const refused = await fetch(`${url}/work-tracking/decisions?nothing=1`, {
      headers: { Authorization: `Bearer ${data?.token ?? ''}` },
    });
    assert.equal(refused.status, 400, await refused.text());
  });
}

/**
 * @param {string} url
 * @param {string} token
 */
async function assertNothingOverGraphql(url, token) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query: '{ workTrackingTickets { title } }' }),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  });
  const text = await response.text();
  assert.equal(response.status, 400, text);
  assert.match(text, /Cannot query field/);
}

/**
 * @param {Host} host
 * @param {string} project in place of the README's
 */
async function issueToken(host, project) {
  const [command = '', ...args] = told('token').replace('DEMO', project).split(' ');
  const line = await run(command, args, { cwd: host.directory });
  /** @type {unknown} */
  const parsed = JSON.parse(line);
  const issued = /** @type {{ project_key: string, token: string }} */ (parsed);
  assert.equal(issued.project_key, project);
  return issued.token;
}

module.exports = { checkCopies, checkPlugin };

'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('../run');
const { check } = require('./check');
const { inDatabase } = require('./host-behaviour');
const { told } = require('./readme');

/** @typedef {import('./host').Host} Host */

const ARTICLE = 'src/api/article/content-types/article/schema.json';
const EXTENSIONS = 'src/extensions/work-tracking';
const TICKET = `${EXTENSIONS}/content-types/ticket/schema.json`;

const TICKETS = {
  type: 'relation',
  relation: 'oneToMany',
  target: 'plugin::work-tracking.ticket',
  mappedBy: 'article',
};
const OTHER_SIDE = {
  type: 'relation',
  relation: 'manyToOne',
  target: 'api::article.article',
  inversedBy: 'tickets',
};

/** What of the plugin is in Strapi's own tables, but for what its README says stays there. */
const LEFT = `
  SELECT key AS name FROM strapi_core_store_settings
    WHERE key LIKE '%work-tracking%' AND key NOT LIKE 'plugin_work-tracking_content_view::%'
  UNION ALL SELECT name FROM strapi_migrations WHERE name LIKE '%work-tracking%'
  UNION ALL SELECT action FROM admin_permissions WHERE action || subject LIKE '%work-tracking%'
  UNION ALL SELECT action FROM strapi_api_token_permissions WHERE action LIKE '%work-tracking%'
  UNION ALL SELECT action FROM up_permissions WHERE action LIKE '%work-tracking%'`;

/**
 * Gives the host's articles tickets and tickets an article, as the Content-Type Builder does.
 * @param {Host} host
 */
function relateToTickets(host) {
  const file = path.join(host.directory, ARTICLE);
  /** @type {unknown} */
  const parsed = JSON.parse(fs.readFileSync(file, 'utf8'));
  const schema = /** @type {{ attributes: object }} */ (parsed);
  write(file, { ...schema, attributes: { ...schema.attributes, tickets: TICKETS } });
  write(path.join(host.directory, TICKET), { attributes: { article: OTHER_SIDE } });
}

/**
 * @param {string} file
 * @param {object} schema
 */
function write(file, schema) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(schema, null, 2));
}

/**
 * Takes the relation out as the README says, from one check to the next.
 * @param {Host} host
 */
async function takeRelationOut(host) {
  const [command = '', ...args] = told('uninstall check').split(' ');
  const checking = () => run(command, args, { cwd: host.directory });
  await check('uninstall --check names the relation that is in the way', () =>
    assert.rejects(checking, (/** @type {Error} */ { message }) => {
      assert.match(message, /^in the way {2}api::article\.article tickets$/m);
      assert.match(message, /^error: Without the plugin Strapi does not start: 1 attribute refers to it\.$/m);
      return true;
    }),
  );
  const file = path.join(host.directory, ARTICLE);
  /** @type {unknown} */
  const parsed = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { attributes, ...schema } = /** @type {{ attributes: Record<string, object> }} */ (parsed);
  const { tickets: _tickets, ...others } = attributes;
  write(file, { ...schema, attributes: others });
  fs.rmSync(path.join(host.directory, EXTENSIONS), { recursive: true });
  await check('uninstall --check finds nothing once both sides are taken out', checking);
}

/**
 * @param {Host} host after its first start without the plugin
 */
const assertNothingLeft = (host) =>
  check("nothing is left in Strapi's own tables but what its README says", () =>
    assert.deepEqual(inDatabase(host, LEFT), []),
  );

module.exports = { assertNothingLeft, relateToTickets, takeRelationOut };

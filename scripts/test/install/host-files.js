'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** @typedef {'ts' | 'js'} Language */

const ARTICLE = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true },
  pluginOptions: { i18n: { localized: true } },
  attributes: {
    title: { type: 'string', required: true, pluginOptions: { i18n: { localized: true } } },
    note: { type: 'text', pluginOptions: { i18n: { localized: true } } },
  },
};

/** Greets, echoes, and fails in each way that an application has. */
const HELLO_CONTROLLER = `{
  greet(ctx) {
    ctx.body = { hello: 'world' };
  },
  echo(ctx) {
    ctx.body = { echo: ctx.request.body };
  },
  refuse(ctx) {
    return ctx.conflict('Not now', { reason: 'busy' });
  },
  fail() {
    throw new Error('A fault of the host');
  },
}`;

const HELLO_ROUTES = `{
  routes: [
    { method: 'GET', path: '/v1/hello', handler: 'hello.greet', config: { auth: false } },
    { method: 'POST', path: '/v1/hello', handler: 'hello.echo', config: { auth: false } },
    { method: 'GET', path: '/v1/hello/refused', handler: 'hello.refuse', config: { auth: false } },
    { method: 'GET', path: '/v1/hello/failing', handler: 'hello.fail', config: { auth: false } },
  ],
}`;

/** Lets the public read articles, of which there is one. */
const INDEX = `{
  async bootstrap({ strapi }) {
    const action = 'api::article.article.find';
    const permissions = strapi.db.query('plugin::users-permissions.permission');
    if (await permissions.findOne({ where: { action } })) return;
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } });
    await permissions.create({ data: { action, role: role.id } });
    const data = { title: 'First', note: 'Nothing much' };
    await strapi.documents('api::article.article').create({ data, status: 'published' });
  },
}`;

const core = (/** @type {string} */ factory) => `factories.${factory}('api::article.article')`;

/** The host's own code: what each module exports. */
const MODULES = {
  'src/api/article/routes/article': core('createCoreRouter'),
  'src/api/article/controllers/article': core('createCoreController'),
  'src/api/article/services/article': core('createCoreService'),
  'src/api/hello/routes/hello': HELLO_ROUTES,
  'src/api/hello/controllers/hello': HELLO_CONTROLLER,
  'src/index': INDEX,
};

/** @type {Record<Language, (value: string) => string>} */
const AS_MODULE = {
  // The types in this file are not what is tested.
  ts: (value) => `// @ts-nocheck\nimport { factories } from '@strapi/strapi';\n\nexport default ${value};\n`,
  js: (value) => `const { factories } = require('@strapi/strapi');\n\nmodule.exports = ${value};\n`,
};

/**
 * Gives an application a content type and routes of its own, among them /api/v1/hello.
 * @param {string} directory
 * @param {Language} language
 */
function writeHostFiles(directory, language) {
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    const file = path.join(directory, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  write('src/api/article/content-types/article/schema.json', JSON.stringify(ARTICLE, null, 2));
  for (const [name, value] of Object.entries(MODULES))
    write(`${name}.${language}`, AS_MODULE[language](value));
}

module.exports = { writeHostFiles };

'use strict';

// Preloaded into an application: its Strapi and its knex differ in the part that OTHER_HOST names.
const path = require('node:path');

/**
 * The part of Node's modules that is changed here.
 * @typedef {{ _resolveFilename: (request: string, parent?: { filename?: string }, ...others: unknown[]) => string }} Loader
 */

/** @type {Record<string, () => void>} */
const DIFFERENCES = {
  /** A join table has its columns by other names. */
  relations() {
    const module = inside('@strapi/database', 'metadata/relations.js');
    const create = module.createRelation;
    module.createRelation = (/** @type {unknown[]} */ ...given) => {
      create(...given);
      const [name, { joinTable }] = /** @type {[string, { joinTable?: Record<string, unknown> }]} */ (given);
      if (name === 'token' && joinTable) {
        joinTable.inverse = joinTable.inverseJoinColumn;
        delete joinTable.inverseJoinColumn;
      }
    };
  },

  /** The entity manager deletes many rows by another name. */
  entityManager() {
    const module = inside('@strapi/database', 'entity-manager/index.js');
    const create = module.createEntityManager;
    module.createEntityManager = (/** @type {unknown[]} */ ...given) => {
      const { deleteMany, ...manager } = create(...given);
      return { ...manager, deleteAll: deleteMany };
    };
  },

  /** A look-up of relations that failed is told of in other words. */
  lookUps() {
    const validator = inside('@strapi/core', 'services/entity-validator/index.js');
    const validate = validator.validateEntityCreation;
    validator.validateEntityCreation = (/** @type {unknown[]} */ ...given) =>
      validate(...given).catch((/** @type {Error} */ error) => {
        throw Object.assign(error, { message: error.message.replace('Invalid relations', 'No relations') });
      });
  },

  /** The service of the API tokens can't tell whether there is one. */
  apiTokens() {
    const services = inside('@strapi/admin/strapi-server', 'server/src/services/index.js');
    delete services['api-token-content-api'].exists;
  },

  /** knex tells of no savepoints. */
  savepoints() {
    /** @type {{ emit: (this: unknown, name: string, ...parts: unknown[]) => boolean }} */
    const client = require('knex').Client.prototype;
    const emit = client.emit;
    client.emit = function emitOther(name, ...parts) {
      const [query] = /** @type {{ sql: string }[]} */ (parts);
      if (name === 'query' && /savepoint/i.test(query?.sql ?? '')) return false;
      return emit.call(this, name, ...parts);
    };
  },

  /** A text has three characters at most. */
  lengths() {
    const { Validators } = inside('@strapi/core', 'services/entity-validator/validators.js');
    const { text } = Validators;
    Validators.text = (/** @type {unknown[]} */ ...given) => text(...given).max(3);
  },

  /** zod tells nothing of what a schema was given by `meta`. */
  descriptions() {
    const { z } = require('@strapi/utils');
    z.globalRegistry.get = () => undefined;
  },

  /** What is not Strapi's own finds the copy of @strapi/utils in the folder that SECOND_UTILS names. */
  utils() {
    const modules = path.join(path.dirname(require.resolve('@strapi/utils/package.json')), '../..');
    /** @type {unknown} */
    const module = require('node:module');
    const loader = /** @type {Loader} */ (module);
    const resolve = loader._resolveFilename;
    loader._resolveFilename = (request, parent, ...others) => {
      const isFound = /^@strapi\/utils(\/|$)/.test(request) && !parent?.filename?.startsWith(modules);
      const wanted = isFound ? request.replace('@strapi/utils', String(process.env.SECOND_UTILS)) : request;
      return resolve(wanted, parent, ...others);
    };
  },

  /** undici reads a socket by something else than its `read`. */
  reads() {
    const paths = [path.join(__dirname, '../../src/plugins/work-tracking')];
    const file = require.resolve('undici/lib/dispatcher/client-h1.js', { paths });
    const connect = require(file);
    const module = require.cache[file];
    if (module)
      module.exports = (/** @type {object} */ client, /** @type {{ read?: unknown }} */ socket) => {
        delete socket.read;
        return connect(client, socket);
      };
  },
};

/**
 * @param {string} name of a package
 * @param {string} file in its built code
 */
const inside = (name, file) => require(path.join(path.dirname(require.resolve(name)), file));

DIFFERENCES[process.env.OTHER_HOST ?? '']?.();

import path from 'node:path';
import type { Additions } from './configured';
import { extended } from './extended';

const strapi = JSON.stringify(require.resolve('@strapi/strapi'));

/** The files by which a type of the application's own is served by Strapi's own routes. */
export const servedByStrapi = (name: string) => {
  const made = (what: 'Controller' | 'Router' | 'Service') =>
    `module.exports = require(${strapi}).factories.createCore${what}('api::${name}.${name}');`;
  return {
    [`api/${name}/controllers/${name}.js`]: made('Controller'),
    [`api/${name}/routes/${name}.js`]: made('Router'),
    [`api/${name}/services/${name}.js`]: made('Service'),
  };
};

/** Strapi's GraphQL plugin, in config/plugins. */
export const GRAPHQL = {
  graphql: { enabled: true, resolve: path.dirname(require.resolve('@strapi/plugin-graphql/package.json')) },
};

/**
 * An application with Strapi's GraphQL plugin and a type of its own, `customer`, that has a two-way relation to tickets
 * and is served by Strapi's own routes, `/api/customers`.
 */
export const HOST = {
  plugins: GRAPHQL,
  files: {
    'api/customer/content-types/customer/schema.json': {
      kind: 'collectionType',
      collectionName: 'customers',
      info: { singularName: 'customer', pluralName: 'customers', displayName: 'Customer' },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: 'string' },
        tickets: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'plugin::work-tracking.ticket',
          mappedBy: 'customer',
        },
      },
    },
    ...servedByStrapi('customer'),
    ...extended('ticket', {
      customer: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'api::customer.customer',
        inversedBy: 'tickets',
      },
    }),
  },
} satisfies Additions;

import path from 'node:path';
import type { Additions } from './configured';
import { extended } from './extended';

const strapi = JSON.stringify(require.resolve('@strapi/strapi'));

/** A module of Strapi's factories for the application's own type `customer`. */
const made = (what: 'Controller' | 'Router' | 'Service') =>
  `module.exports = require(${strapi}).factories.createCore${what}('api::customer.customer');`;

/**
 * An application with Strapi's GraphQL plugin and a type of its own, `customer`, that has a two-way relation to tickets
 * and is served by Strapi's own routes, `/api/customers`.
 */
export const HOST = {
  plugins: {
    graphql: { enabled: true, resolve: path.dirname(require.resolve('@strapi/plugin-graphql/package.json')) },
  },
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
    'api/customer/controllers/customer.js': made('Controller'),
    'api/customer/routes/customer.js': made('Router'),
    'api/customer/services/customer.js': made('Service'),
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

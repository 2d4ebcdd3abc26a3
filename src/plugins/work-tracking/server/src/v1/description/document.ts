import type { Core } from '@strapi/types';
import { createDocument } from 'zod-openapi';
import { version } from '../../../../package.json';
import { apiPath } from '../../config';
import { memoizePerInstance } from '../../database/memoize-per-instance';
import { keepOpen } from '../schemas/json-schema';
import { descriptionPaths } from './description-paths';
import { pathsOf, TOKEN } from './operations';
import { webhooksOf } from './webhooks';

type Document = ReturnType<typeof createDocument>;

/** The address of v1 for clients, by the application's configured public URL. */
export const publicApiPath = (strapi: Core.Strapi): string =>
  `${strapi.config.get<string>('server.url', '').replace(/\/$/, '')}${apiPath(strapi)}`;

/** The OpenAPI 3.1 document of v1 in this application. */
export const documentOf: (strapi: Core.Strapi) => Document = memoizePerInstance((strapi: Core.Strapi) =>
  createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Work Tracking',
        version,
        description: 'Tickets, decisions and signed webhooks of one project.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicApiPath(strapi) }],
      tags: [
        { name: 'Tickets', description: "Units of work in the project's queue." },
        { name: 'Decisions', description: 'Recorded choices, open until somebody resolves them.' },
        { name: 'Webhooks', description: 'Subscriptions to events, and their deliveries.' },
        { name: 'Service', description: "The service itself, and the caller's token." },
      ],
      paths: { ...pathsOf(strapi), ...descriptionPaths() },
      webhooks: webhooksOf(strapi),
      components: {
        securitySchemes: {
          [TOKEN]: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A token of the project, or the JWT of a user who belongs to it. An operation names the action that it needs.',
          },
        },
      },
    },
    {
      override: ({ io, jsonSchema }) => {
        if (io === 'output') keepOpen({ jsonSchema });
        if (jsonSchema.type !== 'integer') return;
        // In a query a number is text for the parser; its pattern means nothing to clients.
        delete jsonSchema.pattern;
        // The largest integer of JavaScript is no limit of the API.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  ),
);

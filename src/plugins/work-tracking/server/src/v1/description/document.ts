import type { Core } from '@strapi/types';
import { createDocument } from 'zod-openapi';
import { version } from '../../../../package.json';
import { apiPath } from '../../config';
import { madeOnce } from '../../made-once';
import { keepOpen } from '../json-schema';
import { pathsOf, TOKEN } from './operations';
import { ownPaths } from './own-paths';
import { webhooksOf } from './webhooks';

type Document = ReturnType<typeof createDocument>;

/** Where v1 is for a client, behind whatever proxy the application says it is behind. */
export const publicApiPath = (strapi: Core.Strapi): string =>
  `${strapi.config.get<string>('server.url', '').replace(/\/$/, '')}${apiPath(strapi)}`;

/** The description of v1 in this application (OpenAPI 3.1). */
export const documentOf: (strapi: Core.Strapi) => Document = madeOnce((strapi: Core.Strapi) =>
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
        { name: 'Webhooks', description: 'Subscriptions to events, and what became of each delivery.' },
        { name: 'Service', description: 'What the service says of itself and of the token.' },
      ],
      paths: { ...pathsOf(strapi), ...ownPaths() },
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
        // A number in a query is text to the parser, which has a pattern for it.
        delete jsonSchema.pattern;
        // What JavaScript can count to says nothing of ours.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  ),
);

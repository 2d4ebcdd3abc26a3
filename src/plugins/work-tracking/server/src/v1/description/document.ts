import type { Core } from '@strapi/types';
import { version } from '../../../../package.json';
import { apiPath } from '../../config';
import { acceptedContentTypes } from '../../content-types/content-reference/accepted-types';
import { memoizePerInstance } from '../../database/memoize-per-instance';
import { CONTENT_TYPE } from '../schemas/content';
import { convert } from './conversion';
import { descriptionPaths } from './description-paths';
import { pathsOf, TOKEN } from './operations';
import { webhooksOf } from './webhooks';

/** The address of v1 for clients, by the application's configured public URL. */
export const publicApiPath = (strapi: Core.Strapi): string =>
  `${strapi.config.get<string>('server.url', '').replace(/\/$/, '')}${apiPath(strapi)}`;

const SECURITY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A token of the project, or the JWT of a user who belongs to it. An operation names the action that it needs.',
};

/** The OpenAPI 3.1 document of v1 in this application, for anybody: it names no content type of the application. */
export const openDocument = memoizePerInstance((strapi: Core.Strapi) => {
  const { paths, webhooks, components } = convert({
    paths: { ...pathsOf(strapi), ...descriptionPaths() },
    webhooks: webhooksOf(strapi),
  });
  return {
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
    paths,
    webhooks,
    components: { ...components, securitySchemes: { [TOKEN]: SECURITY_SCHEME } },
  };
});

/** The same for who has a token, with the content types that work can be about. */
export const ownDocument = memoizePerInstance((strapi: Core.Strapi): object => {
  const document = openDocument(strapi);
  const types = acceptedContentTypes(strapi);
  if (types.length === 0) return document;
  const { components } = document;
  const named = { ...components.schemas[CONTENT_TYPE], enum: types };
  return {
    ...document,
    components: { ...components, schemas: { ...components.schemas, [CONTENT_TYPE]: named } },
  };
});

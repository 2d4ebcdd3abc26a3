import { z } from '../../host/strapi-utils';
import type { PathsSource } from './conversion';
import { errorResponses, TOKEN } from './operations';

/** Paths below v1 of the OpenAPI document and of the page that shows it. */
export const DOCUMENT_PATH = '/openapi.json';
export const PAGE_PATH = '/docs';

const ERRORS = ['validation_failed', 'not_found', 'method_not_allowed', 'internal_error'] as const;

/** The paths of the description itself, which need no token. With one, the description tells more. */
export const descriptionPaths = (): PathsSource => ({
  [DOCUMENT_PATH]: {
    get: {
      operationId: 'openapiDocument',
      summary: 'Read this description',
      tags: ['Service'],
      security: [{}, { [TOKEN]: [] }],
      responses: {
        '200': {
          description: 'OpenAPI 3.1.',
          content: { 'application/json': { schema: z.looseObject({ openapi: z.literal('3.1.0') }) } },
        },
        ...errorResponses([...ERRORS, 'unauthorized', 'project_not_assigned', 'rate_limited']),
      },
    },
  },
  [PAGE_PATH]: {
    get: {
      operationId: 'openapiPage',
      summary: 'Browse this description',
      tags: ['Service'],
      security: [],
      responses: {
        '200': { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
        ...errorResponses(ERRORS),
      },
    },
  },
});

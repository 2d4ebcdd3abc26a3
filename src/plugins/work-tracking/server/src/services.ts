import type { Core } from '@strapi/types';
import { issueToken, type TokenRequest } from './access/issue-token';
import { V1_SCOPES } from './v1/routes';
import { createDispatcher } from './webhooks/dispatcher';

/** What the command line and an application's own code may call. */
export const services = {
  dispatcher: ({ strapi }: { strapi: Core.Strapi }) => createDispatcher(strapi),
  tokens: ({ strapi }: { strapi: Core.Strapi }) => ({
    issue: (request: TokenRequest) => issueToken(strapi, request, V1_SCOPES),
  }),
};

import type { Core } from '@strapi/types';
import { issueToken, parseTokenRequest } from './access/issue-token';
import { V1_SCOPES } from './v1/routes';
import { createDispatcher } from './webhooks/dispatcher';
import { createResendWorker } from './webhooks/resend-jobs';

/** What the command line and an application's own code may call. */
export const services = {
  dispatcher: ({ strapi }: { strapi: Core.Strapi }) => createDispatcher(strapi),
  resends: ({ strapi }: { strapi: Core.Strapi }) => createResendWorker(strapi),
  tokens: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** @throws Error with a sentence for a person */
    issue: async (input: unknown) => issueToken(strapi, parseTokenRequest(input), V1_SCOPES),
  }),
};

import type { Core } from '@strapi/types';
import { issueToken, parseTokenRequest } from './access/issue-token';
import { createRateLimiter } from './access/rate-limit';
import { createCommandLine } from './command-line/service';
import { apiPath } from './config';
import { changeFeed } from './events/change-feed';
import { DESCRIBED_ACTIONS, V1_SCOPES } from './v1/routes';
import { createDispatcher } from './webhooks/dispatcher';
import { createMetrics, type DeliveryMetrics } from './webhooks/metrics';
import { createNoticeWorker } from './webhooks/notices/worker';
import { createResendWorker } from './webhooks/resend-worker';
import { createResumeWorker } from './webhooks/resume-worker';

/** Services for the command line and for an application's own code. */
export const services = {
  changes: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** Answers the requests that wait for changes, and lets none wait from now on: a process that stops need not, either. */
    endWaits: () => changeFeed(strapi).endWaits(),
  }),
  commandLine: ({ strapi }: { strapi: Core.Strapi }) => createCommandLine(strapi),
  dispatcher: ({ strapi }: { strapi: Core.Strapi }) => {
    const metrics: DeliveryMetrics = strapi.plugin('work-tracking').service('metrics');
    return createDispatcher(strapi, metrics);
  },
  metrics: ({ strapi }: { strapi: Core.Strapi }) => createMetrics(strapi),
  notices: ({ strapi }: { strapi: Core.Strapi }) => createNoticeWorker(strapi),
  rateLimiter: ({ strapi }: { strapi: Core.Strapi }) => createRateLimiter(strapi),
  resends: ({ strapi }: { strapi: Core.Strapi }) => createResendWorker(strapi),
  resumes: ({ strapi }: { strapi: Core.Strapi }) => createResumeWorker(strapi),
  tokens: ({ strapi }: { strapi: Core.Strapi }) => ({
    /** @throws Error with a sentence for a person */
    issue: async (input: unknown) => issueToken(strapi, parseTokenRequest(input), V1_SCOPES),
    /** Every v1 action that a token can hold. */
    actions: V1_SCOPES,
    /** Every action of v1, with what it opens. */
    describedActions: DESCRIBED_ACTIONS,
    /** The path of v1 in the application. */
    apiPath: apiPath(strapi),
  }),
};

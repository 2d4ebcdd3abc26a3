import { DECISION_STATUSES } from '../../../../domain/decision';
import { z } from '../../host/strapi-utils';
import { changeMarker } from '../change-marker';
import { contentInput } from '../content-input';
import { projectChoices } from '../project-choices';
import { isAllowed, panelRoute } from '../route';
import { decisionAccess, opensInbox } from './access';
import { changeContent } from './content';
import { inboxCounts, inboxDecision, inboxDecisions } from './inbox';
import { resolveDecision } from './resolve';

/** More would make the page slow; people with more decisions filter by project. */
const MAX_LIMIT = 1000;

const filters = {
  /** A project's public id. */
  project: z.string().min(1).optional(),
  text: z.string().min(1).optional(),
};

/** The routes of the page "Decisions" and of the content manager's action "Resolve". */
export const inboxRoutes = [
  panelRoute({
    method: 'GET',
    path: '/decisions',
    action: opensInbox,
    query: () =>
      z.strictObject({
        ...filters,
        status: z.enum(DECISION_STATUSES),
        limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
      }),
    async handle({ strapi, admin, query }) {
      const { decisions, count } = await inboxDecisions(strapi, admin, query);
      return { data: decisions, meta: { count } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/decisions/counts',
    action: opensInbox,
    query: () => z.strictObject(filters),
    handle: async ({ strapi, admin, query }) => ({ data: await inboxCounts(strapi, admin, query) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/decisions/projects',
    action: opensInbox,
    handle: async ({ strapi, admin }) => ({
      data: await projectChoices(strapi, admin, decisionAccess(strapi, admin, ['project'])),
    }),
  }),

  panelRoute({
    method: 'GET',
    path: '/decisions/changes',
    action: opensInbox,
    async handle({ strapi }) {
      return { data: { marker: await changeMarker(strapi) } };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/decisions/:id',
    // The content manager's form, which asks for the right to resolve only, sends back the digest from this answer.
    action: (strapi, admin) => opensInbox(strapi, admin) || isAllowed(admin, 'decision.resolve'),
    handle: async ({ strapi, admin, id }) => ({ data: await inboxDecision(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'PUT',
    path: '/decisions/:id/content',
    action: opensInbox,
    body: () => z.strictObject({ version: z.number().int(), content: contentInput() }),
    handle: async ({ strapi, admin, id, body }) => ({ data: await changeContent(strapi, admin, id, body) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/decisions/:id/resolve',
    action: 'decision.resolve',
    body: () =>
      z.strictObject({
        verdict: z.string().min(1),
        option_id: z.string().min(1).optional(),
        note: z.string().optional(),
        contentDigest: z.string().nullish(),
      }),
    async handle({ strapi, admin, id, body: { option_id: optionId, ...given } }) {
      return { data: await resolveDecision(strapi, admin, id, { ...given, optionId }) };
    },
  }),
];

import type { Core } from '@strapi/types';
import { hasVisibleText } from '../../../../domain/visible-text';
import { z } from '../../host/strapi-utils';
import { DECISION } from '../../uids';
import { opensInbox } from '../inbox/access';
import { requiredFieldInputs } from '../required-fields';
import { panelRoute, type Administrator } from '../route';
import { entryTypes, worksWithContent } from '../work/entries';
import { contentChanges } from './content-changes';
import { signOffRules } from './rules';
import { askForSignOff, signOffOf } from './sign-off';
import { publishWithoutSignOff } from './skipping';

/** The entry's type, and its locale where it has several. */
const entryInLocale = () => z.strictObject({ type: z.string(), locale: z.string().min(1).optional() });

/** The sentence for who gives no reason. */
const NO_REASON = 'Say why it is published without its sign-off.';

/** The characters of a reason to publish without a sign-off. */
const MAX_REASON_LENGTH = 1000;

/** Whether the person may read entries of some type, or works with tickets or decisions about them. */
const readsEntries = (strapi: Core.Strapi, admin: Administrator): boolean =>
  worksWithContent(strapi, admin) || entryTypes(strapi, admin).length > 0;

/** The routes of what is signed off: beside an entry, in the inbox, and in the settings. */
export const signOffRoutes = [
  panelRoute({
    method: 'GET',
    path: '/sign-off',
    action: 'sign-off.read',
    handle: async ({ strapi }) => ({ data: await signOffRules(strapi) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/content/:id/sign-off',
    action: readsEntries,
    query: entryInLocale,
    handle: async ({ strapi, admin, id, query }) => ({
      data: await signOffOf(strapi, admin, { ...query, id }),
    }),
  }),

  panelRoute({
    method: 'POST',
    path: '/content/:id/sign-off',
    action: readsEntries,
    body: (strapi) => entryInLocale().extend({ fields: requiredFieldInputs(strapi, DECISION) }),
    handle: async ({ strapi, admin, id, body: { fields, ...entry } }) => ({
      data: await askForSignOff(strapi, admin, { ...entry, id }, fields),
    }),
  }),

  panelRoute({
    method: 'GET',
    path: '/decisions/:id/changes',
    action: opensInbox,
    handle: async ({ strapi, admin, id }) => ({ data: await contentChanges(strapi, admin, id) }),
  }),

  panelRoute({
    method: 'POST',
    path: '/content/:id/publish',
    action: 'sign-off.skip',
    body: () =>
      entryInLocale().extend({
        contentDigest: z.string().nullable(),
        reason: z.string().trim().max(MAX_REASON_LENGTH).refine(hasVisibleText, NO_REASON),
      }),
    async handle({ strapi, admin, id, body: { contentDigest, reason, ...entry } }) {
      await publishWithoutSignOff(strapi, admin, { ...entry, id }, { contentDigest, reason });
      return { data: null };
    },
  }),
];

import {
  MAX_COUNTED_ENTRIES,
  MAX_REFERENCES,
  readContentFilter,
  type ContentReference,
} from '../../../../domain/content';
import { type Infer, z } from '../../host/strapi-utils';
import { opensInbox } from '../inbox/access';
import { panelRoute } from '../route';
import { describeEntries, entryTypes, locales, searchEntries, worksWithContent } from './entries';
import { mayCountWork, openWork } from './open-work';
import { decisionsAbout, isAccepted, ticketsAbout, type WorkRequest } from './work';

/** The entry's type, one of its locales, and which part of the work. */
const workQuery = () =>
  z.strictObject({
    type: z.string(),
    locale: z.string().min(1).optional(),
    ended: z.literal('true').optional(),
  });

type WorkQuery = Infer<ReturnType<typeof workQuery>>;

const requested = (id: string, { type, locale, ended }: WorkQuery): WorkRequest => ({
  entry: { type, id, locale },
  isEnded: ended === 'true',
});

/** Document ids with a comma between them. */
const documentIds = () =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .refine((ids) => ids.length <= MAX_COUNTED_ENTRIES, {
      message: `ids names up to ${MAX_COUNTED_ENTRIES} entries.`,
    });

/** References in the form of the lists' filter, with a comma between them. */
const references = () =>
  z
    .string()
    .transform((text) => text.split(',').map(readContentFilter))
    .refine((all) => all.length <= MAX_REFERENCES && !all.includes(undefined), {
      message: `content is up to ${MAX_REFERENCES} references of the form type:id or type:id:locale.`,
    })
    .transform((all) =>
      all.flatMap((one): ContentReference[] => (one ? [{ ...one, locale: one.locale ?? null }] : [])),
    );

/** The routes of the side panel beside an entry of the application, and of the column in its list; an answer without data shows nothing there. */
export const workRoutes = [
  panelRoute({
    method: 'GET',
    path: '/content/:id/tickets',
    action: 'board.read',
    query: workQuery,
    async handle({ strapi, admin, id, query }) {
      if (!isAccepted(strapi, query.type)) return { data: null };
      return { data: await ticketsAbout(strapi, admin, requested(id, query)) };
    },
  }),

  panelRoute({
    method: 'GET',
    path: '/open-work',
    action: mayCountWork,
    query: () =>
      z.strictObject({ type: z.string(), ids: documentIds(), locale: z.string().min(1).optional() }),
    handle: async ({ strapi, admin, query }) => ({ data: await openWork(strapi, admin, query) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/entry-types',
    action: worksWithContent,
    handle: async ({ strapi, admin }) => ({
      data: { types: entryTypes(strapi, admin), locales: await locales(strapi) },
    }),
  }),

  panelRoute({
    method: 'GET',
    path: '/entries/found',
    action: worksWithContent,
    query: () => z.strictObject({ type: z.string(), text: z.string().default('') }),
    handle: async ({ strapi, admin, query }) => ({ data: await searchEntries(strapi, admin, query) }),
  }),

  panelRoute({
    method: 'GET',
    path: '/entries',
    action: worksWithContent,
    query: () => z.strictObject({ content: references() }),
    handle: async ({ strapi, admin, query }) => ({
      data: await describeEntries(strapi, admin, query.content),
    }),
  }),

  panelRoute({
    method: 'GET',
    path: '/content/:id/decisions',
    action: opensInbox,
    query: workQuery,
    async handle({ strapi, admin, id, query }) {
      if (!isAccepted(strapi, query.type)) return { data: null };
      return { data: await decisionsAbout(strapi, admin, requested(id, query)) };
    },
  }),
];

import { z } from '@strapi/utils';
import { panelRoute } from '../route';
import { decisionsAbout, isAccepted, ticketsAbout, type WorkRequest } from './work';

/** The entry's type, one of its locales, and which part of the work. */
const workQuery = () =>
  z.strictObject({
    type: z.string(),
    locale: z.string().min(1).optional(),
    ended: z.literal('true').optional(),
  });

type WorkQuery = z.infer<ReturnType<typeof workQuery>>;

const requested = (id: string, { type, locale, ended }: WorkQuery): WorkRequest => ({
  entry: { type, id, locale },
  isEnded: ended === 'true',
});

/** The routes of the side panel beside an entry of the application; an answer without data has nothing to show there. */
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
    path: '/content/:id/decisions',
    action: 'decision.read',
    query: workQuery,
    async handle({ strapi, admin, id, query }) {
      if (!isAccepted(strapi, query.type)) return { data: null };
      return { data: await decisionsAbout(strapi, admin, requested(id, query)) };
    },
  }),
];

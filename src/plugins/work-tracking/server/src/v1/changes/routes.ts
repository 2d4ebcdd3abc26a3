import { z } from '../../host/strapi-utils';
import { route, ListAnswer } from '../endpoint';
import { changeListQuery } from '../schemas/requests';
import { findChanges, pageOfFound } from './pages';
import { readableTargets } from './readable';
import { awaitChanges } from './waiting';

/** specification 4.10 */
export const changeRoutes = [
  route({
    method: 'GET',
    path: '/changes',
    action: 'change.find',
    summary: "List the project's changes in the order of their commits, or wait for the next",
    opens:
      "Read every change of the project, also of records that are deleted by now: its time, its author's name, what was " +
      'done, and to which record. What a record holds, and which values changed, only with an action that reads records ' +
      'of that type, such as ticket.find.',
    status: 200,
    answer: ({ change }) => ({
      changes: z.array(change),
      next_after: z.int().min(0).meta({ description: 'Give it back as `after`.' }),
      has_more: z.boolean().meta({ description: 'Whether there is more now.' }),
    }),
    query: changeListQuery,
    async handle(request) {
      const { strapi, project, query, wait } = request;
      const now = await findChanges(strapi, project, query);
      const isOver = now.changes.length > 0 || query.wait === 0;
      const waited = isOver
        ? undefined
        : await wait((isGone) =>
            awaitChanges(strapi, project, { ...query, after: now.passed }, { seconds: query.wait, isGone }),
          );
      const found = waited ?? now;
      // Not the caller of before it waited.
      const readable = await readableTargets(request.caller, found.changes);
      return new ListAnswer('changes', await pageOfFound(found, readable));
    },
  }),
];

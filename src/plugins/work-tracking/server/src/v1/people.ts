import { z } from '../host/strapi-utils';
import { assignablePeople } from '../records/person';
import { route } from './endpoint';

/** specification 4.5 */
export const peopleRoutes = [
  route({
    method: 'GET',
    path: '/people',
    action: 'person.find',
    summary: 'List the people whom a ticket can be assigned to',
    opens:
      'List the people whom a ticket can be assigned to: the names of administrators of all of Strapi, not of this ' +
      'project alone.',
    status: 200,
    answer: ({ person }) => ({ people: z.array(person) }),
    async handle({ strapi }) {
      return { people: await assignablePeople(strapi) };
    },
  }),
];

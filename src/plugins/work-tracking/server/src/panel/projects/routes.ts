import { NAMELESS_PROJECT } from '../../../../domain/project';
import { z } from '../../host/strapi-utils';
import { PROJECT } from '../../uids';
import { requiredFieldInputs } from '../required-fields';
import { panelRoute } from '../route';
import { createProject, projectList, updateProject } from './projects';

/** The rules of keys are in the domain. */
const project = () =>
  z.strictObject({
    key: z.string(),
    name: z.string().trim().min(1, NAMELESS_PROJECT).max(255),
    ventureKey: z.string(),
  });

/** The routes for projects on the page "Projects and tokens". */
export const projectRoutes = [
  panelRoute({
    method: 'GET',
    path: '/projects',
    action: 'token.read',
    async handle({ strapi, admin }) {
      const { projects, ...meta } = await projectList(strapi, admin);
      return { data: projects, meta };
    },
  }),

  panelRoute({
    method: 'POST',
    path: '/projects',
    action: 'token.manage',
    body: (strapi) => project().extend({ fields: requiredFieldInputs(strapi, PROJECT) }),
    handle: async ({ strapi, admin, body }) => ({ data: await createProject(strapi, admin, body) }),
  }),

  panelRoute({
    method: 'PUT',
    path: '/projects/:id',
    action: 'token.manage',
    body: project,
    handle: async ({ strapi, admin, id, body }) => ({ data: await updateProject(strapi, admin, id, body) }),
  }),
];

import type { Core } from '@strapi/types';
import { PROJECT_BINDING } from '../../access/bindings';
import { projectMakers } from '../../records/person';
import { API_TOKEN, PROJECT, TICKET } from '../../uids';
import { canCreateProjects } from '../projects/projects';
import { isAllowed, type Administrator } from '../route';

/** The steps of an installation without tickets: a project, a first ticket, a token. */
export async function firstRun(strapi: Core.Strapi, admin: Administrator) {
  const mayManage = isAllowed(admin, 'token.manage');
  const canCreateProject = mayManage && canCreateProjects(strapi, admin);
  const hasProject = (await strapi.db.query(PROJECT).count()) > 0;
  const bound = { where: { [PROJECT_BINDING]: { id: { $notNull: true } } } };
  return {
    hasProject,
    /** Any at all: also one that the person may not read, or whose status has no column. */
    hasTicket: (await strapi.db.query(TICKET).findOne({ select: ['id'] })) !== null,
    canCreateProject,
    /** A few of those who can, by name, for somebody who can't. */
    projectMakers:
      hasProject || canCreateProject ? [] : (await projectMakers(strapi)).map(({ name }) => name),
    hasToken: mayManage && (await strapi.db.query(API_TOKEN).count(bound)) > 0,
  };
}

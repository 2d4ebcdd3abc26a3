import type { Core } from '@strapi/types';
import { listDeliveries, showDelivery } from './deliveries';
import { exportRecords } from './export';
import { createProject, listProjects, showProject } from './projects';
import { countOrder, orderMany, resendOne } from './resends';
import { listSubscriptions } from './subscriptions';

/** What the commands of bin/ ask for and have done. Each takes options as they were given and answers in v1's records. */
export const createCommandLine = (strapi: Core.Strapi) => ({
  listProjects: () => listProjects(strapi),
  showProject: (key: string) => showProject(strapi, key),
  createProject: (request: unknown) => createProject(strapi, request),
  listSubscriptions: (key: string) => listSubscriptions(strapi, key),
  listDeliveries: (request: unknown) => listDeliveries(strapi, request),
  showDelivery: (id: string) => showDelivery(strapi, id),
  resendOne: (id: string) => resendOne(strapi, id),
  countOrder: (request: unknown) => countOrder(strapi, request),
  orderMany: (request: unknown) => orderMany(strapi, request),
  exportRecords: (key: string) => exportRecords(strapi, key),
});

export type CommandLine = ReturnType<typeof createCommandLine>;

import type { Core } from '@strapi/types';
import { exportRecords } from './export';
import { createProject, listProjects, showProject } from './projects';
import { previewBulkResend, startBulkResend, resendOne } from './resends';
import { checkUninstall } from './uninstall';

/**
 * The service behind the commands in bin/. Each function takes options as they were given and answers with v1's
 * records.
 */
export const createCommandLine = (strapi: Core.Strapi) => ({
  listProjects: () => listProjects(strapi),
  showProject: (key: string) => showProject(strapi, key),
  createProject: (request: unknown) => createProject(strapi, request),
  resendOne: (id: string) => resendOne(strapi, id),
  previewBulkResend: (request: unknown) => previewBulkResend(strapi, request),
  startBulkResend: (request: unknown) => startBulkResend(strapi, request),
  exportRecords: (key: string) => exportRecords(strapi, key),
  checkUninstall: () => checkUninstall(strapi),
});

export type CommandLine = ReturnType<typeof createCommandLine>;

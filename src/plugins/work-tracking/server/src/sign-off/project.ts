import type { Core } from '@strapi/types';
import { configOf } from '../config';
import type { Project } from '../records/project';
import { PROJECT } from '../uids';

/** The project that a setting has named, as Strapi keeps it for the plugin. */
interface KeptProject {
  /** What the setting named. */
  key: string;
  /** The project's public id. */
  id: string;
}

/** @returns the project whose decisions sign entries off; null while it is not there */
export async function signOffProject(strapi: Core.Strapi): Promise<Project | null> {
  const { project: key } = configOf(strapi).signOff;
  const kept = await keptProject(strapi);
  const projects = strapi.db.query(PROJECT);
  if (kept?.key === key) {
    const named: Project | null = await projects.findOne({ where: { documentId: kept.id } });
    if (named !== null) return named;
  }
  const found: Project | null = await projects.findOne({ where: { key } });
  // Some databases find a key in capitals, too.
  return found?.key === key ? found : null;
}

/**
 * Keeps which project the setting names from the moment that it is there: its key can be changed, and given to another
 * one, and what its open decisions keep back stays so.
 */
export function keepSignOffProject(strapi: Core.Strapi): void {
  if (configOf(strapi).signOff.project === '') return;
  const keep = async () => {
    await keepProject(strapi);
  };
  strapi.db.lifecycles.subscribe({ models: [PROJECT], afterCreate: keep, beforeUpdate: keep });
}

/** Keeps it where it is there. @returns the same as `signOffProject` */
export async function keepProject(strapi: Core.Strapi): Promise<Project | null> {
  const { project: key } = configOf(strapi).signOff;
  const project = await signOffProject(strapi);
  const kept = await keptProject(strapi);
  if (project !== null && (kept?.key !== key || kept.id !== project.documentId)) {
    await storeOf(strapi).set({ value: { key, id: project.documentId } satisfies KeptProject });
  }
  return project;
}

const keptProject = (strapi: Core.Strapi): Promise<KeptProject | null> =>
  storeOf(strapi).get({}) as Promise<KeptProject | null>;

const storeOf = (strapi: Core.Strapi) =>
  strapi.store({ type: 'plugin', name: 'work-tracking', key: 'sign_off_project' });

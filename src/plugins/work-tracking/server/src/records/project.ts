/** A project as it is stored. */
export interface Project {
  id: number;
  /** Public id: the `tenant_id` of subscriptions and events. */
  documentId: string;
  key: string;
  name: string;
  ventureKey: string;
  /** As the database gives it. */
  updatedAt: string;
}

/** The two fields that every ticket, decision and ticket event carries (specification 2). */
export const projectFields = (project: Project) => ({
  project_key: project.key,
  venture_key: project.ventureKey,
});

/** A project as the command line shows it, under the names that the API and its events use. */
export const projectRecord = (project: Project) => ({
  ...projectFields(project),
  tenant_id: project.documentId,
  name: project.name,
});

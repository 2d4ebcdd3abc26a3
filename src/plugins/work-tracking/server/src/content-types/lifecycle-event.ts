import type { Project } from '../records/project';

/** What Strapi's database layer hands to a lifecycle, as far as it is used here. */
export interface LifecycleEvent<Row, State = unknown> {
  params: {
    where?: Record<string, unknown>;
    /** Attribute values by name; what a lifecycle leaves in it is what is written. */
    data: Record<string, unknown>;
  };
  /** The row that was made, after a create. After an update or delete it may be none: those go by their state. */
  result: Row & { id: number };
  /** Handed from the before-lifecycle to its after-lifecycle. */
  state: State;
}

/** A row with the project it belongs to; null when none was chosen. */
export type InProject<Row> = Row & { project: Project | null };

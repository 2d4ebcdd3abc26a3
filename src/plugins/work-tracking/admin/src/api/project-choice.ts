/** A project to choose, or that a record belongs to. */
export interface ProjectChoice {
  documentId: string;
  key: string;
  name?: string;
}

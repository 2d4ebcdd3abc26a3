/** A write through Strapi's document service, as the service gives it to its middlewares. */
export interface DocumentWrite {
  uid: string;
  action: string;
  /** The parameters of the call. Strapi does what they say once the middlewares are through. */
  params: WriteParameters;
}

/** Strapi lets its middlewares change these. */
interface WriteParameters {
  documentId?: string;
  data?: Record<string, unknown> | null;
}

/** The actions of the document service that write. */
export const DOCUMENT_WRITES: readonly string[] = [
  'create',
  'update',
  'delete',
  'clone',
  'publish',
  'unpublish',
  'discardDraft',
];

import { adminApi } from '@strapi/strapi/admin';

/** The tags of the content manager's own cache that ours share with it. */
export const DOCUMENT_TAG = 'Document';

/** The API with the content manager's tags. */
export const documentsApi = adminApi.enhanceEndpoints({ addTagTypes: [DOCUMENT_TAG] });

/** What the content manager has read of a record: reading it again also reads what hangs on it. */
export const documentTag = (model: string, documentId: string) =>
  ({ type: DOCUMENT_TAG, id: `${model}_${documentId}` }) as const;

/** What to read again when a record has been changed by another door than the content manager's own. */
export const changedDocument = (model: string, documentId: string) =>
  [documentTag(model, documentId), { type: DOCUMENT_TAG, id: `${model}_LIST` }] as const;

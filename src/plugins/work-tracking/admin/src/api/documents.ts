import { adminApi } from '@strapi/strapi/admin';

/** The names under which Strapi knows the types that the plugin's routes and pages work with. */
export const TICKET = 'plugin::work-tracking.ticket';
export const DECISION = 'plugin::work-tracking.decision';
export const SUBSCRIPTION = 'plugin::work-tracking.webhook-subscription';

/** The beginning of Strapi's names for the plugin's own types. */
export const OWN_TYPES = 'plugin::work-tracking.';

export const isOwnType = (uid: string): boolean => uid.startsWith(OWN_TYPES);

/** The names of the same types in the plugin's routes. */
export type RecordType = 'ticket' | 'decision' | 'subscription';

const RECORD_TYPES: Record<string, RecordType> = {
  [TICKET]: 'ticket',
  [DECISION]: 'decision',
  [SUBSCRIPTION]: 'subscription',
};

/** @returns undefined for every other type */
export const recordType = (model: string): RecordType | undefined => RECORD_TYPES[model];

/** The address of a record's form in the content manager. */
export const formPath = (model: string, documentId: string): string =>
  `/content-manager/collection-types/${model}/${documentId}`;

/** The tag under which the content manager caches what it has read. */
const DOCUMENT_TAG = 'Document';

/** The other tags that Strapi's own Publish invalidates: relations to the entry, and the figures of the homepage. */
export const PUBLISHED_TAGS = ['Relations', 'RecentDocumentList', 'CountDocuments'] as const;

/** Shares the content manager's tag, so that a change on either side refreshes the other. */
export const documentsApi = adminApi.enhanceEndpoints({ addTagTypes: [DOCUMENT_TAG, ...PUBLISHED_TAGS] });

/** The tag of one record, as the content manager builds it. */
export const documentTag = (model: string, documentId: string) =>
  ({ type: DOCUMENT_TAG, id: `${model}_${documentId}` }) as const;

/** The tag of a type's list, as the content manager builds it. */
export const listTag = (model: string) => ({ type: DOCUMENT_TAG, id: `${model}_LIST` }) as const;

/** The tag of the entry of a single type, as the content manager builds it. */
export const singleTag = (model: string) => ({ type: DOCUMENT_TAG, id: model }) as const;

/** The tags to invalidate after one of the plugin's routes has changed a record: its form and the list of its type. */
export const changedDocument = (model: string, documentId: string) =>
  [documentTag(model, documentId), listTag(model)] as const;

/** The plugin's types that the content manager shows more of, by the names that Strapi knows them under. */
export const TICKET = 'plugin::work-tracking.ticket';
export const DECISION = 'plugin::work-tracking.decision';
export const SUBSCRIPTION = 'plugin::work-tracking.webhook-subscription';

/** Where the content manager has a record, below the panel's own address. */
export const inContentManager = (model: string, documentId: string): string =>
  `/content-manager/collection-types/${model}/${documentId}`;

/** What the plugin's routes call a type. */
export type RecordType = 'ticket' | 'decision' | 'subscription';

const RECORD_TYPES: Record<string, RecordType> = {
  [TICKET]: 'ticket',
  [DECISION]: 'decision',
  [SUBSCRIPTION]: 'subscription',
};

/** @returns undefined for every other type */
export const recordType = (model: string): RecordType | undefined => RECORD_TYPES[model];

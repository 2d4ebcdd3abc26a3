import type { RecordTargetType } from '../../domain/events';

/** The beginning of Strapi's names for the plugin's own types and actions. */
export const OWN_TYPES = 'plugin::work-tracking.';

/** Is it Strapi's name of something of the plugin, such as one of its types? */
export const isOwnType = (uid: unknown): boolean => typeof uid === 'string' && uid.startsWith(OWN_TYPES);

/** Strapi's names of the content types. */
export const PROJECT = 'plugin::work-tracking.project';
export const TICKET = 'plugin::work-tracking.ticket';
export const TICKET_LABEL = 'plugin::work-tracking.ticket-label';
export const CONTENT_REFERENCE = 'plugin::work-tracking.content-reference';
export const DECISION = 'plugin::work-tracking.decision';
export const SIGNATURE = 'plugin::work-tracking.signature';
export const COUNTER = 'plugin::work-tracking.project-counter';
export const BOARD_VIEW = 'plugin::work-tracking.board-view';
export const COMMENT = 'plugin::work-tracking.comment';
export const SUBSCRIPTION = 'plugin::work-tracking.webhook-subscription';
export const EVENT = 'plugin::work-tracking.webhook-event';
export const DELIVERY = 'plugin::work-tracking.webhook-delivery';
export const ATTEMPT = 'plugin::work-tracking.webhook-attempt';
export const RESEND = 'plugin::work-tracking.webhook-resend';
export const NOTICE = 'plugin::work-tracking.notice';
export const IDEMPOTENCY_KEY = 'plugin::work-tracking.idempotency-key';
export const AUDIT_ENTRY = 'plugin::work-tracking.audit-entry';

export const ADMIN_USER = 'admin::user';
export const ADMIN_ROLE = 'admin::role';
export const ADMIN_PERMISSION = 'admin::permission';
export const API_TOKEN = 'admin::api-token';
export const API_TOKEN_PERMISSION = 'admin::api-token-permission';
/** The type of files, to which media attributes lead. */
export const FILE = 'plugin::upload.file';
export const USER = 'plugin::users-permissions.user';

/** The content manager's action of reading records of a type. */
export const READ_CONTENT = 'plugin::content-manager.explorer.read';
/** That of changing them. */
export const UPDATE_CONTENT = 'plugin::content-manager.explorer.update';

/** Strapi's names of the types that changes are made to and that comments are on. */
export const TARGET_UIDS: Readonly<Record<RecordTargetType, string>> = {
  ticket: TICKET,
  decision: DECISION,
  subscription: SUBSCRIPTION,
  token: API_TOKEN,
  project: PROJECT,
};

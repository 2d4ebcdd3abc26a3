import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { idsIn } from '../records/relation-ids';
import {
  ATTEMPT,
  AUDIT_ENTRY,
  BOARD_VIEW,
  COMMENT,
  CONTENT_REFERENCE,
  COUNTER,
  DECISION,
  DELIVERY,
  EVENT,
  IDEMPOTENCY_KEY,
  isOwnType,
  NOTICE,
  OWN_TYPES,
  PROJECT,
  RESEND,
  SIGNATURE,
  SUBSCRIPTION,
  TICKET,
  TICKET_LABEL,
} from '../uids';
import { rowsWith } from '../write/linking-rows';
import type { GuardedTypes } from '../write/write';
import auditEntry from './audit-entry/schema.json';
import boardView from './board-view/schema.json';
import comment from './comment/schema.json';
import contentReference from './content-reference/schema.json';
import { decisionRules } from './decision/rules';
import decision from './decision/schema.json';
import idempotencyKey from './idempotency-key/schema.json';
import notice from './notice/schema.json';
import { projectRules } from './project/rules';
import project from './project/schema.json';
import projectCounter from './project-counter/schema.json';
import signature from './signature/schema.json';
import { ticketRules } from './ticket/rules';
import ticket from './ticket/schema.json';
import ticketLabel from './ticket-label/schema.json';
import webhookAttempt from './webhook-attempt/schema.json';
import webhookDelivery from './webhook-delivery/schema.json';
import webhookEvent from './webhook-event/schema.json';
import webhookResend from './webhook-resend/schema.json';
import { subscriptionRules } from './webhook-subscription/rules';
import webhookSubscription from './webhook-subscription/schema.json';

/** The schemas that the plugin ships. Those that Strapi runs with may have custom fields. */
export const SCHEMAS = {
  project,
  'project-counter': projectCounter,
  ticket,
  'ticket-label': ticketLabel,
  decision,
  'content-reference': contentReference,
  signature,
  comment,
  'board-view': boardView,
  'webhook-subscription': webhookSubscription,
  'webhook-event': webhookEvent,
  'webhook-delivery': webhookDelivery,
  'webhook-attempt': webhookAttempt,
  'webhook-resend': webhookResend,
  notice,
  'idempotency-key': idempotencyKey,
  'audit-entry': auditEntry,
};

/** Strapi's names of the plugin's types. */
export const TYPES: readonly string[] = Object.keys(SCHEMAS).map((name) => `${OWN_TYPES}${name}`);

/** The types that the service alone writes, as sentences name them. */
const READ_ONLY = {
  [COUNTER]: 'Project counters',
  [TICKET_LABEL]: 'Labels of tickets',
  [CONTENT_REFERENCE]: 'Content references',
  [SIGNATURE]: 'Signatures',
  [COMMENT]: 'Comments',
  [BOARD_VIEW]: 'Views of the board',
  [EVENT]: 'Webhook events',
  [DELIVERY]: 'Webhook deliveries',
  [ATTEMPT]: 'Webhook attempts',
  [RESEND]: 'Webhook resends',
  [NOTICE]: 'Notices',
  [IDEMPOTENCY_KEY]: 'Idempotency keys',
  [AUDIT_ENTRY]: 'Audit entries',
};

/** The types that the service alone writes. */
export const SERVICE_TYPES: readonly string[] = Object.keys(READ_ONLY);

/** Strapi replaces these by the application's extensions. */
export const contentTypes = mapValues(SCHEMAS, (schema) => ({ schema }));

/** What guards a write of each type. */
export const GUARDED_TYPES: GuardedTypes = {
  records: { [TICKET]: ticketRules, [DECISION]: decisionRules, [SUBSCRIPTION]: subscriptionRules },
  others: { [PROJECT]: projectRules },
  readOnly: READ_ONLY,
};

/**
 * Whether a row is one of the plugin's types, or a component in a record of one; other types may have the same
 * component.
 * @param id row id, in any form in which Strapi takes it
 */
export async function isOfRecord(strapi: Core.Strapi, uid: string, id: unknown): Promise<boolean> {
  if (isOwnType(uid)) return true;
  for (const type of TYPES) if ((await rowsWith(strapi, type, uid, idsIn(id))).length > 0) return true;
  return false;
}

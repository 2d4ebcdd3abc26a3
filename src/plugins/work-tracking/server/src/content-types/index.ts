import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { withFinalRefusals } from '../lifecycles/final-refusals';
import { givenValues } from '../lifecycles/given-values';
import { rowsWith } from '../lifecycles/linking-rows';
import { readOnlyLifecycles } from '../lifecycles/refused-writes';
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
import auditEntry from './audit-entry/schema.json';
import boardView from './board-view/schema.json';
import comment from './comment/schema.json';
import contentReference from './content-reference/schema.json';
import { decisionLifecycles } from './decision/lifecycles';
import decision from './decision/schema.json';
import { WRITABLE } from './guarded-writes';
import idempotencyKey from './idempotency-key/schema.json';
import notice from './notice/schema.json';
import { projectLifecycles } from './project/lifecycles';
import project from './project/schema.json';
import projectCounter from './project-counter/schema.json';
import signature from './signature/schema.json';
import { ticketLifecycles } from './ticket/lifecycles';
import ticket from './ticket/schema.json';
import ticketLabel from './ticket-label/schema.json';
import webhookAttempt from './webhook-attempt/schema.json';
import webhookDelivery from './webhook-delivery/schema.json';
import webhookEvent from './webhook-event/schema.json';
import webhookResend from './webhook-resend/schema.json';
import { subscriptionLifecycles } from './webhook-subscription/lifecycles';
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

/** The types that the service alone writes. */
export const SERVICE_TYPES: readonly string[] = [
  COUNTER,
  TICKET_LABEL,
  CONTENT_REFERENCE,
  SIGNATURE,
  COMMENT,
  BOARD_VIEW,
  EVENT,
  DELIVERY,
  ATTEMPT,
  RESEND,
  NOTICE,
  IDEMPOTENCY_KEY,
  AUDIT_ENTRY,
];

/** Strapi replaces these by the application's extensions. */
export const contentTypes = mapValues(SCHEMAS, (schema) => ({ schema }));

/** The lifecycles of each type. */
const LIFECYCLES: Record<string, (strapi: Core.Strapi) => object> = {
  [PROJECT]: projectLifecycles,
  [TICKET]: ticketLifecycles,
  [DECISION]: decisionLifecycles,
  [SUBSCRIPTION]: subscriptionLifecycles,
  [COUNTER]: () => readOnlyLifecycles('Project counters'),
  [TICKET_LABEL]: () => readOnlyLifecycles('Labels of tickets'),
  [CONTENT_REFERENCE]: () => readOnlyLifecycles('Content references'),
  [SIGNATURE]: () => readOnlyLifecycles('Signatures'),
  [COMMENT]: () => readOnlyLifecycles('Comments'),
  [BOARD_VIEW]: () => readOnlyLifecycles('Views of the board'),
  [EVENT]: () => readOnlyLifecycles('Webhook events'),
  [DELIVERY]: () => readOnlyLifecycles('Webhook deliveries'),
  [ATTEMPT]: () => readOnlyLifecycles('Webhook attempts'),
  [RESEND]: () => readOnlyLifecycles('Webhook resends'),
  [NOTICE]: () => readOnlyLifecycles('Notices'),
  [IDEMPOTENCY_KEY]: () => readOnlyLifecycles('Idempotency keys'),
  [AUDIT_ENTRY]: () => readOnlyLifecycles('Audit entries'),
};

/** Enforces the rules for every write through Strapi: API, panel and code. */
export function subscribeLifecycles(strapi: Core.Strapi): void {
  for (const uid of WRITABLE) strapi.db.lifecycles.subscribe({ models: [uid], ...givenValues(strapi, uid) });
  for (const [uid, lifecycles] of Object.entries(LIFECYCLES)) {
    strapi.db.lifecycles.subscribe({ models: [uid], ...withFinalRefusals(strapi, lifecycles(strapi)) });
  }
}

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

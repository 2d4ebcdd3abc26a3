import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { ATTEMPT, AUDIT_ENTRY, DECISION, DELIVERY, PROJECT, RESEND, SUBSCRIPTION, TICKET } from '../uids';
import auditEntry from './audit-entry/schema.json';
import { decisionLifecycles } from './decision/lifecycles';
import decision from './decision/schema.json';
import { machineWritten } from './machine-written';
import { projectLifecycles } from './project/lifecycles';
import project from './project/schema.json';
import { ticketLifecycles } from './ticket/lifecycles';
import ticket from './ticket/schema.json';
import webhookAttempt from './webhook-attempt/schema.json';
import webhookDelivery from './webhook-delivery/schema.json';
import webhookResend from './webhook-resend/schema.json';
import { subscriptionLifecycles } from './webhook-subscription/lifecycles';
import webhookSubscription from './webhook-subscription/schema.json';

/** As the plugin ships them; what Strapi runs with may hold what a team has added. */
export const SCHEMAS = {
  project,
  ticket,
  decision,
  'webhook-subscription': webhookSubscription,
  'webhook-delivery': webhookDelivery,
  'webhook-attempt': webhookAttempt,
  'webhook-resend': webhookResend,
  'audit-entry': auditEntry,
};

/** Strapi puts an application's extensions in the place of the schemas that it finds here. */
export const contentTypes = mapValues(SCHEMAS, (schema) => ({ schema }));

/** The rules of each type, by its name. */
const LIFECYCLES: Record<string, (strapi: Core.Strapi) => object> = {
  [PROJECT]: projectLifecycles,
  [TICKET]: ticketLifecycles,
  [DECISION]: decisionLifecycles,
  [SUBSCRIPTION]: subscriptionLifecycles,
  [DELIVERY]: () => machineWritten('Webhook deliveries'),
  [ATTEMPT]: () => machineWritten('Webhook attempts'),
  [RESEND]: () => machineWritten('Webhook resends'),
  [AUDIT_ENTRY]: () => machineWritten('Audit entries'),
};

/** Puts the rules below every door that writes through Strapi. */
export function subscribeLifecycles(strapi: Core.Strapi): void {
  for (const [uid, lifecycles] of Object.entries(LIFECYCLES)) {
    strapi.db.lifecycles.subscribe({ models: [uid], ...lifecycles(strapi) });
  }
}

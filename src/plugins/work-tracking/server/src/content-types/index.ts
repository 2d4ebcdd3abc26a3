import type { Core } from '@strapi/types';
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

export const contentTypes = {
  project: { schema: project },
  ticket: { schema: ticket },
  decision: { schema: decision },
  'webhook-subscription': { schema: webhookSubscription },
  'webhook-delivery': { schema: webhookDelivery },
  'webhook-attempt': { schema: webhookAttempt },
  'webhook-resend': { schema: webhookResend },
  'audit-entry': { schema: auditEntry },
};

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

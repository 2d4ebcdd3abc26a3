import type { Core } from '@strapi/types';
import { INITIAL_DECISION_STATUS } from '../../../domain/decision';
import { INITIAL_TICKET_STATUS } from '../../../domain/ticket';
import { DECISION, SUBSCRIPTION, TICKET } from '../uids';

/** The attributes that a clone starts with, like any new record, instead of copying them. */
const FRESH: Record<string, Record<string, unknown>> = {
  [TICKET]: { state: INITIAL_TICKET_STATUS },
  [DECISION]: {
    state: INITIAL_DECISION_STATUS,
    verdict: null,
    optionId: null,
    note: null,
    resolvedAt: null,
  },
  // The stored secret is encrypted; a copy would take the encrypted text for the secret.
  [SUBSCRIPTION]: { secret: null },
};

/** Lets "Duplicate" in the panel and `clone` in code create a record that the rules for new ones accept. */
export function resetClonedFields(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    const fresh = FRESH[context.uid];
    if (fresh && context.action === 'clone') {
      const params = context.params as { data?: Record<string, unknown> };
      params.data = { ...fresh, ...params.data };
    }
    return next();
  });
}

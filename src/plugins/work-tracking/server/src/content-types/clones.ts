import type { Core } from '@strapi/types';
import { INITIAL_DECISION_STATUS } from '../../../domain/decision';
import { INITIAL_TICKET_STATUS } from '../../../domain/ticket';
import { DECISION, SUBSCRIPTION, TICKET } from '../uids';

/** What a copy does not take over, by type: it starts like any new record. */
const FRESH: Record<string, Record<string, unknown>> = {
  [TICKET]: { state: INITIAL_TICKET_STATUS },
  [DECISION]: {
    state: INITIAL_DECISION_STATUS,
    verdict: null,
    optionId: null,
    note: null,
    resolvedAt: null,
  },
  // It is stored encrypted: copied, the encrypted text would become the secret.
  [SUBSCRIPTION]: { secret: null },
};

/** Lets "Duplicate" in the panel, and `clone` in code, make a record that the rules of new ones accept. */
export function startClonesAfresh(strapi: Core.Strapi): void {
  strapi.documents.use((context, next) => {
    const fresh = FRESH[context.uid];
    if (fresh && context.action === 'clone') {
      const params = context.params as { data?: Record<string, unknown> };
      params.data = { ...fresh, ...params.data };
    }
    return next();
  });
}

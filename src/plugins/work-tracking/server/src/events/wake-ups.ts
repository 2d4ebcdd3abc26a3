import type { Core } from '@strapi/types';

/** Emitted on Strapi's event hub after the commit of a transaction that wrote deliveries. */
export const OUTBOX_FILLED = 'work-tracking.outbox-filled';

/** Emitted after the commit of a bulk resend. */
export const RESEND_CREATED = 'work-tracking.resend-created';

/** Emitted after the commit that made a subscription active again. */
export const SUBSCRIPTION_RESUMED = 'work-tracking.subscription-resumed';

type WakeUp = typeof OUTBOX_FILLED | typeof RESEND_CREATED | typeof SUBSCRIPTION_RESUMED;

/** Emits the event as soon as the running transaction has committed. */
export async function wakeAfterCommit(strapi: Core.Strapi, event: WakeUp = OUTBOX_FILLED): Promise<void> {
  const wake = () => void strapi.eventHub.emit(event);
  await strapi.db.transaction(({ onCommit }: { onCommit: (callback: () => void) => void }) => {
    onCommit(wake);
  });
}

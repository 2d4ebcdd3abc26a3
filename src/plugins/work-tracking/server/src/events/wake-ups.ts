import type { Core } from '@strapi/types';

/** Emitted on Strapi's event hub when a transaction has committed that left something to deliver. */
export const OUTBOX_FILLED = 'work-tracking.outbox-filled';

/** The same for an order to resend. */
export const RESEND_ORDERED = 'work-tracking.resend-ordered';

/** Lets whoever waits for it know, as soon as the running transaction has committed. */
export async function wakeAfterCommit(
  strapi: Core.Strapi,
  event: typeof OUTBOX_FILLED | typeof RESEND_ORDERED = OUTBOX_FILLED,
): Promise<void> {
  const wake = () => void strapi.eventHub.emit(event);
  await strapi.db.transaction(({ onCommit }: { onCommit: (callback: () => void) => void }) => {
    onCommit(wake);
  });
}

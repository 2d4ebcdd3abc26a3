import type { Core } from '@strapi/types';

/** Emitted on Strapi's event hub after the commit of a transaction that wrote deliveries. */
export const OUTBOX_FILLED = 'work-tracking.outbox-filled';

/** Emitted after the commit of a bulk resend. */
export const RESEND_CREATED = 'work-tracking.resend-created';

/** Emits the event as soon as the running transaction has committed. */
export async function wakeAfterCommit(
  strapi: Core.Strapi,
  event: typeof OUTBOX_FILLED | typeof RESEND_CREATED = OUTBOX_FILLED,
): Promise<void> {
  const wake = () => void strapi.eventHub.emit(event);
  await strapi.db.transaction(({ onCommit }: { onCommit: (callback: () => void) => void }) => {
    onCommit(wake);
  });
}

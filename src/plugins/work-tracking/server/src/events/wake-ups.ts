import type { Core } from '@strapi/types';

/** Work that a commit has left: deliveries to send, a bulk resend, a subscription to resume, a notice to send. */
export type Work = 'deliveries' | 'resends' | 'resumes' | 'notices';

type Wake = () => void;

/**
 * The functions that wake the workers of each application. Strapi's event hub is not for this: it hands each event to
 * all that subscribe to it, who may expect a payload, and one that throws would end the process.
 */
const workers = new WeakMap<Core.Strapi, Partial<Record<Work, Wake>>>();

/** Registers `wake`, to be called after each commit that leaves such work. */
export function wakeFor(strapi: Core.Strapi, work: Work, wake: Wake): void {
  workers.set(strapi, { ...workers.get(strapi), [work]: wake });
}

/** Wakes who does this work as soon as the running transaction has committed. */
export async function wakeAfterCommit(strapi: Core.Strapi, work: Work = 'deliveries'): Promise<void> {
  await strapi.db.transaction(({ onCommit }: { onCommit: (callback: () => void) => void }) => {
    onCommit(() => workers.get(strapi)?.[work]?.());
  });
}

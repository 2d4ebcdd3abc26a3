import type { TestServer } from './server';

/** Disables a subscription as the service does, for a reason that the panel shows. */
export const giveUp = (server: TestServer, documentId: string, reason: string): Promise<unknown> =>
  server.run(
    (strapi, given) =>
      strapi.db.query('plugin::work-tracking.webhook-subscription').update({
        where: { documentId: given.documentId },
        data: { active: false, [Symbol.for('work-tracking.given-up')]: given.reason },
      }),
    { documentId, reason },
  );

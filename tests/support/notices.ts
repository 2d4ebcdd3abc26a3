import { fileTicket, subscribe, type Api } from './api';
import { runJob } from './jobs';
import { sendingTo, type MailServer } from './mail-server';
import type { Receiver } from './receiver';
import type { TestServer } from './server';

/** So many dead deliveries are told of. */
export const THRESHOLD = 3;

/** The environment of an application that tells these people, by this mail server. */
export const notifying = (mailServer: MailServer, emails = 'ops@example.com'): Record<string, string> => ({
  ...sendingTo(mailServer),
  NOTIFY_EMAILS: emails,
  NOTIFY_DEAD_LETTERS: String(THRESHOLD),
});

/** A subscription that its receiver disables by a 410 to the event of a ticket. @returns its public id */
export async function disableBy410(
  api: Api,
  receiver: Receiver,
  { title = 'A ticket', path = '' } = {},
): Promise<string> {
  const { id } = await subscribe(api, `${receiver.url}${path}`, { event_types: ['ticket.created'] });
  receiver.answer(410);
  await fileTicket(api, { title });
  return id;
}

/** Lets `ms` pass for every notice, by moving the stored times, and looks at them again. */
export async function waitFor(server: TestServer, ms: number): Promise<void> {
  await server.run(async (strapi, by) => {
    const { connection } = strapi.db;
    for (const row of await connection('work_tracking_notices').select('id', 'due_at', 'sent_at')) {
      const earlier = (at: unknown) => (at === null ? null : new Date(new Date(at as Date).getTime() - by));
      await connection('work_tracking_notices')
        .where({ id: row.id })
        .update({ due_at: earlier(row.due_at), sent_at: earlier(row.sent_at) });
    }
  }, ms);
  await runJob(server, 'notify');
  await runJob(server, 'deliver');
}

/** The stored rows of notices. */
export const notices = (server: TestServer): Promise<{ kind: string; due_at: unknown; sent_at: unknown }[]> =>
  server.run(async (strapi) => {
    const rows = await strapi.db.connection('work_tracking_notices').select('kind', 'due_at', 'sent_at');
    return rows as never;
  });

/** Resolves when no notice is due or being sent any more. */
export const untilSettled = (server: TestServer): Promise<void> =>
  server.run(async (strapi) => {
    const open = () => strapi.db.connection('work_tracking_notices').whereNotNull('due_at').first();
    while ((await open()) !== undefined) await new Promise((resolve) => setImmediate(resolve));
  });

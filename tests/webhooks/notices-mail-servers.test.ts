import { fileTicket, newProject, subscribe } from '../support/api';
import { createDatabase } from '../support/database';
import { runJob } from '../support/jobs';
import { startMailServer, type MailServer } from '../support/mail-server';
import { disableBy410, notices, notifying, untilSettled, waitFor } from '../support/notices';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer } from '../support/server';

const EMAILS = 'ops@example.com,lead@example.com';

let mailServer: MailServer;
let receiver: Receiver;

beforeEach(async () => {
  mailServer = await startMailServer();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await mailServer.close();
});

describe('a mail server', () => {
  it('that refuses does no harm: the cause is logged, and the e-mail is sent later', async () => {
    const server = await startServer({ env: notifying(mailServer) });
    const api = await newProject(server);
    mailServer.treat('refuse');
    await disableBy410(api, receiver);
    await server.untilLogged('it is sent again in 10 minutes');
    expect(server.log()).toMatch(
      /The e-mail "Webhook subscription disabled.*" was not sent to ops@example.com: .*The mailbox is full/,
    );
    const healthy = await startReceiver();
    await subscribe(api, healthy.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    await healthy.until(1);
    await healthy.close();

    mailServer.treat('take');
    await runJob(server, 'deliver');
    expect(await notices(server)).toHaveLength(1);
    await waitFor(server, 10 * 60 * 1000);
    await mailServer.untilTaken(1);
    await untilSettled(server);
    await server.destroy();
    expect(mailServer.mails).toHaveLength(1);
  });

  it('that refuses one address is asked no second time for the others', async () => {
    const server = await startServer({ env: notifying(mailServer, EMAILS) });
    mailServer.treat('refuse', ['lead@example.com']);
    await disableBy410(await newProject(server), receiver);
    await server.untilLogged('was not sent to lead@example.com');
    await mailServer.untilTaken(1);
    await untilSettled(server);
    expect(server.log()).not.toContain('was not sent to ops@example.com');
    expect(await notices(server)).toEqual([]);
    await server.destroy();
    expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([['ops@example.com']]);
  });

  it('gets an e-mail for each of as many people as there may be', async () => {
    const people = Array.from({ length: 20 }, (_, number) => `person${number}@example.com`);
    const server = await startServer({ env: notifying(mailServer, people.join()) });
    await disableBy410(await newProject(server), receiver);
    await mailServer.untilTaken(people.length);
    await untilSettled(server);
    await server.destroy();
    expect(mailServer.mails.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort());
    expect(server.log()).not.toContain('MaxListenersExceededWarning');
  });

  it('that hangs holds up no delivery and no stop, and the next process sends what is left', async () => {
    const database = await createDatabase();
    const env = notifying(mailServer);
    const first = await startServer({
      database,
      env: { ...env, DATABASE_POOL_MIN: '1', DATABASE_POOL_MAX: '1' },
    });
    const api = await newProject(first);
    mailServer.treat('hang');
    await disableBy410(api, receiver);
    await mailServer.untilBegun(1);
    // The only connection is free, and deliveries go on.
    const healthy = await startReceiver();
    await subscribe(api, healthy.url, { event_types: ['ticket.created'] });
    await fileTicket(api);
    await healthy.until(1);
    await healthy.close();
    await first.stop();
    expect(first.log()).toContain('the service stops, and the mail server has not taken it yet.');

    mailServer.treat('take');
    const second = await startServer({ database, env });
    await waitFor(second, 10 * 60 * 1000);
    await mailServer.untilTaken(1);
    await untilSettled(second);
    await second.destroy();
    expect(mailServer.mails).toHaveLength(1);
  });

  it('gets an e-mail also when the process is killed between the commit and the sending', async () => {
    const database = await createDatabase();
    const env = notifying(mailServer);
    const first = await startServer({ database, env });
    const api = await newProject(first);
    const { id } = await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
    const death = first.run(async (strapi, documentId) => {
      await strapi.db.transaction(async ({ onCommit }) => {
        onCommit(() => process.kill(process.pid, 'SIGKILL'));
        await strapi.db.query('plugin::work-tracking.webhook-subscription').update({
          where: { documentId },
          data: { active: false, [Symbol.for('work-tracking.given-up')]: 'As the service does.' },
        });
      });
    }, id);
    await expect(death).rejects.toThrow('ended while it ran the code');
    expect(mailServer.begun()).toBe(0);
    const second = await startServer({ database, env });
    const [mail] = await mailServer.untilTaken(1);
    expect(mail!.text).toContain('Reason:        As the service does.\n');
    await untilSettled(second);
    await second.destroy();
  });
});

describe('a start with NOTIFY_EMAILS warns', () => {
  const logOf = async (env: Record<string, string>) => {
    const server = await startServer({ env });
    await server.destroy();
    return server.log();
  };

  it("when Strapi's email plugin has only its default provider", async () => {
    expect(await logOf({ NOTIFY_EMAILS: EMAILS })).toContain(
      "NOTIFY_EMAILS is set, but Strapi's email plugin has no provider of your own",
    );
  });

  it('and not otherwise', async () => {
    expect(await logOf(notifying(mailServer, EMAILS))).not.toContain('NOTIFY_EMAILS');
    expect(await logOf({})).not.toContain('NOTIFY_EMAILS');
  });
});

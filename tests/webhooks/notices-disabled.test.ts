import { fileTicket, newProject, subscribe } from '../support/api';
import { createDatabase } from '../support/database';
import { insertDeliveries, recorded } from '../support/deliveries';
import { runJob } from '../support/jobs';
import { sendingTo, startMailServer, type MailServer } from '../support/mail-server';
import { disableBy410, notices, notifying, untilSettled } from '../support/notices';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

const DAY_MS = 24 * 60 * 60 * 1000;
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

describe('an e-mail about a disabled subscription (docs/operation.md)', () => {
  it('is sent to each address once, when its receiver has answered 410', async () => {
    const server = await startServer({ env: notifying(mailServer, EMAILS) });
    const api = await newProject(server);
    const id = await disableBy410(api, receiver, {
      title: 'Body of the ticket',
      path: '/path-secret?token=query-secret',
    });
    const mails = await mailServer.untilTaken(2);
    await untilSettled(server);

    expect(mails.map(({ recipients }) => recipients.join()).sort()).toEqual(EMAILS.split(',').sort());
    const [mail] = mails;
    const origin = new URL(receiver.url).origin;
    expect(mail!.subject).toBe(`Webhook subscription disabled in ${api.projectKey}: ${origin}`);
    expect(mail!.from?.text).toContain('tracking@example.com');
    const text = mail!.text!;
    expect(text).toContain(`Subscription:  ${origin} (${id})\n`);
    expect(text).toContain('Reason:        The endpoint answered 410 Gone.\n');
    expect(text).toMatch(/Last attempt: {2}\d{4}-\S+Z, answered with 410\n/);
    expect(text).toContain('Waiting:       0 deliveries\n');
    expect(text).toMatch(new RegExp(`/admin/plugins/work-tracking/subscriptions\\?text=${api.projectKey}\n`));
    for (const secret of ['path-secret', 'query-secret', 'a secret', 'Body of the ticket']) {
      expect(`${mail!.subject} ${text} ${String(mail!.html)}`).not.toContain(secret);
    }
    // It is over with the e-mail: the same subscription can be disabled again, and is told of again.
    expect(await notices(server)).toEqual([]);
    await server.run(
      (strapi, documentId) =>
        strapi.db
          .query('plugin::work-tracking.webhook-subscription')
          .update({ where: { documentId }, data: { active: true } }),
      id,
    );
    await fileTicket(api);
    await mailServer.untilTaken(4);
    await server.destroy();
    expect(mailServer.mails).toHaveLength(4);
  });

  it('is sent after five days of failures, with the time of the first and what waits', async () => {
    const server = await startServer({ env: notifying(mailServer) });
    const api = await newProject(server);
    await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(500);
    await fileTicket(api);
    const [first] = await receiver.until(1);
    await recorded(server, first!.body.id, 1);
    await server.travel(5 * DAY_MS);
    const [mail] = await mailServer.untilTaken(1);
    expect(mail!.text).toContain('Reason:        No delivery has succeeded for 5 days.\n');
    const since = /Failing since: (\S+)\n/.exec(mail!.text!)?.[1] ?? '';
    const days = (Date.now() - Date.parse(since)) / DAY_MS;
    expect(Math.round(days)).toBe(5);
    expect(mail!.text).toMatch(/Last attempt: {2}\S+, answered with 500\n/);
    await server.destroy();
  });

  it('is not sent when a person switches it off, nor when it is active again before', async () => {
    const server = await startServer({ env: notifying(mailServer) });
    const api = await newProject(server);
    const { id } = await subscribe(api, receiver.url, { event_types: ['decision.resolved'] });
    await server.run(async (strapi, documentId) => {
      const subscriptions = strapi.db.query('plugin::work-tracking.webhook-subscription');
      const change = (data: object) => subscriptions.update({ where: { documentId }, data });
      await change({ active: false });
      await strapi.db.transaction(async () => {
        await change({ active: true });
        await change({ active: false, [Symbol.for('work-tracking.given-up')]: 'As the service does.' });
        await change({ active: true });
      });
    }, id);
    const gone = await disableBy410(api, receiver);
    const [mail] = await mailServer.untilTaken(1);
    expect(mail!.text).toContain(`(${gone})`);
    await untilSettled(server);
    expect(mailServer.mails).toHaveLength(1);
    expect(await notices(server)).toEqual([]);
    await server.destroy();
  });

  it('is sent by one of two instances', async () => {
    const database = await createDatabase();
    const env = notifying(mailServer);
    const servers = [await startServer({ database, env }), await startServer({ database, env })];
    const [first, second] = servers as [OwnServer, OwnServer];
    const api = await newProject(first);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
      ids.push(id);
    }
    receiver.answer(410);
    await fileTicket(api);
    const look = async () => {
      for (const server of servers) {
        await runJob(server, 'deliver');
        await runJob(server, 'notify');
      }
    };
    await receiver.until(ids.length);
    await look();
    await mailServer.untilTaken(ids.length);
    await look();
    await untilSettled(first);
    // Both have sent what they have claimed.
    await second.stop();
    await first.destroy();
    const told = mailServer.mails.map(({ text }) => /\((\w+)\)\nReason/.exec(text!)?.[1]);
    expect(told.sort()).toEqual([...ids].sort());
  });

  it('and nothing is kept or sent where NOTIFY_EMAILS is not set', async () => {
    const server = await startServer({ env: { ...sendingTo(mailServer), NOTIFY_DEAD_LETTERS: '1' } });
    const api = await newProject(server);
    const id = await disableBy410(api, receiver);
    const [{ body }] = (await receiver.until(1)) as [Received];
    expect(await recorded(server, body.id, 1)).toMatchObject({ state: 'dead' });
    await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
    await runJob(server, 'notify');
    await runJob(server, 'deliver');
    expect(await notices(server)).toEqual([]);
    await server.destroy();
    expect(mailServer.begun()).toBe(0);
  });
});

import { newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { forgetFile } from '../support/forget';
import { runJob } from '../support/jobs';
import { startMailServer, type MailServer } from '../support/mail-server';
import { notices, notifying, THRESHOLD, untilSettled, waitFor } from '../support/notices';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

const DAY_MS = 24 * 60 * 60 * 1000;

let mailServer: MailServer;
let receiver: Receiver;

beforeAll(async () => {
  mailServer = await startMailServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await mailServer.close();
});

describe('an e-mail about dead deliveries', () => {
  let server: OwnServer;
  let api: Api;
  let id: string;
  const look = () => runJob(server, 'notify');
  const die = (count: number, createdAt = Date.now() - 1000) =>
    insertDeliveries(
      server,
      id,
      Array.from({ length: count }, () => ({ state: 'dead', createdAt })),
    );
  /** As when they were sent again. */
  const resolve = (ids: string[]) =>
    server.run(async (strapi, resent) => {
      await strapi.db
        .connection('work_tracking_webhook_deliveries')
        .whereIn('document_id', resent)
        .update({ resent_at: new Date() });
    }, ids);

  beforeAll(async () => {
    server = await startServer({ env: notifying(mailServer) });
  });
  afterAll(() => server.destroy());
  beforeEach(async () => {
    mailServer.mails.length = 0;
    api = await newProject(server);
    ({ id } = await subscribe(api, `${receiver.url}/path-secret`, { event_types: ['decision.resolved'] }));
  });
  // No dead delivery and no notice is left to the next one.
  afterEach(() => server.run(forgetFile));

  it('is sent when a project has so many, once, and again when they have been fewer in between', async () => {
    const [first] = await die(THRESHOLD - 1);
    // Another project's count for themselves.
    const other = await newProject(server);
    const theirs = await subscribe(other, receiver.url, { event_types: ['decision.resolved'] });
    await insertDeliveries(server, theirs.id, [{ state: 'dead', createdAt: Date.now() }]);
    await look();
    expect(await notices(server)).toEqual([]);

    await die(1);
    await look();
    const [mail] = await mailServer.untilTaken(1);
    expect(mail!.subject).toBe(`${THRESHOLD} dead deliveries in ${api.projectKey}`);
    expect(mail!.text).toContain(`Newest for:    ${new URL(receiver.url).origin} (${id})\n`);
    expect(mail!.text).toContain(
      `/admin/plugins/work-tracking/deliveries?project=${api.tenantId}&state=dead\n`,
    );
    expect(mail!.text).not.toContain('path-secret');
    await untilSettled(server);

    await die(5);
    await look();
    expect(await notices(server)).toMatchObject([{ kind: 'dead_letters', due_at: null }]);

    const more = await die(1);
    await resolve([first!, ...more]);
    await look();
    expect(await notices(server)).toMatchObject([{ kind: 'dead_letters', due_at: null }]);
    await server.run((strapi) =>
      strapi.db.connection('work_tracking_webhook_deliveries').update({ resent_at: new Date() }),
    );
    await look();
    expect(await notices(server)).toEqual([]);
    await die(THRESHOLD);
    await look();
    await mailServer.untilTaken(2);
    await untilSettled(server);
    expect(mailServer.mails).toHaveLength(2);
  });

  it('is sent again a day later, if more have died of what happened since', async () => {
    await die(THRESHOLD, Date.now() - 5 * DAY_MS);
    await look();
    await mailServer.untilTaken(1);
    await untilSettled(server);
    await waitFor(server, DAY_MS);
    expect(await notices(server)).toMatchObject([{ due_at: null }]);
    await die(1);
    await look();
    const [, again] = await mailServer.untilTaken(2);
    expect(again!.subject).toBe(`${THRESHOLD + 1} dead deliveries in ${api.projectKey}`);
    await untilSettled(server);
    await die(1, Date.now() + 1000);
    await look();
    expect(await notices(server)).toMatchObject([{ due_at: null }]);
    expect(mailServer.mails).toHaveLength(2);
  });

  it('keeps to one line what a project is called, and to text what looks like HTML', async () => {
    await server.run(
      (strapi, key) =>
        strapi.db.query('plugin::work-tracking.project').update({
          where: { key },
          data: { name: 'Web\r\nBcc: all@example.com\r\n\r\n<img src="https://evil.example.com">' },
        }),
      api.projectKey,
    );
    await die(THRESHOLD);
    await look();
    const [mail] = await mailServer.untilTaken(1);
    expect(mail!.recipients).toEqual(['ops@example.com']);
    expect(mail!.bcc).toBeUndefined();
    expect(mail!.text).toContain(
      `Project:       Web Bcc: all@example.com <img src="https://evil.example.com"> (${api.projectKey})\n`,
    );
    expect(mail!.html).not.toContain('<img');
    await untilSettled(server);
  });

  it('is forgotten with its project', async () => {
    await die(THRESHOLD);
    await look();
    await mailServer.untilTaken(1);
    await untilSettled(server);
    await api.delete(`/webhooks/subscriptions/${id}`).expect(200);
    await server.run(
      (strapi, key) => strapi.db.query('plugin::work-tracking.project').delete({ where: { key } }),
      api.projectKey,
    );
    expect(await notices(server)).toEqual([]);
  });
});

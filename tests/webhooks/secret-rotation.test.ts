import { signatureHeaders } from '../../src/plugins/work-tracking/domain/signature';
import { collection, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { runJob } from '../support/jobs';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';

const TYPE = 'webhook-subscription';
const HOUR_MS = 60 * 60 * 1000;

let server: SharedServer;
let admin: Admin;
let api: Api;
let receiver: Receiver;
let id: string;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
beforeEach(async () => {
  api = await newProject(server);
  receiver = await startReceiver();
  ({ id } = await subscribe(api, receiver.url, { secret: 'first', event_types: ['ticket.created'] }));
});
afterEach(() => receiver.close());
afterAll(() => server.release());

/** The next event as it is received. */
async function nextEvent(): Promise<Received> {
  await fileTicket(api);
  const all = await receiver.until(receiver.received.length + 1);
  return all.at(-1)!;
}

/** The signatures of a received event as each of these secrets makes them, the first of them in both headers. */
function signedWith({ raw, headers }: Received, ...secrets: string[]) {
  const made = secrets.map((secret) =>
    signatureHeaders({
      body: raw.toString('utf8'),
      eventId: String(headers['webhook-id']),
      secret,
      sentAt: new Date(Number(headers['webhook-timestamp']) * 1000),
    }),
  );
  return {
    'x-service-signature': made[0]!['X-Service-Signature'],
    'webhook-signature': made.map((one) => one['webhook-signature']).join(' '),
  };
}

const replace = (secret: string) => admin.put(`${collection(TYPE)}/${id}`, { newSecret: secret }).expect(200);

/** The previous secret as it is stored. */
const stored = (documentId = id): Promise<{ previous_secret: string | null; secret: string }> =>
  server.run(
    (strapi, document_id) =>
      strapi.db
        .connection('work_tracking_webhook_subscriptions')
        .select('secret', 'previous_secret', 'previous_secret_until')
        .where({ document_id })
        .first(),
    documentId,
  );

/** Lets time pass for the previous secret, by moving the end of it. */
const passTime = (ms: number) =>
  server.run(
    async (strapi, { document_id, by }) => {
      const table = () => strapi.db.connection('work_tracking_webhook_subscriptions').where({ document_id });
      const { previous_secret_until: until } = await table().first('previous_secret_until');
      await table().update({ previous_secret_until: new Date(new Date(until).getTime() - by) });
    },
    { document_id: id, by: ms },
  );

const prune = () => runJob(server, 'prune');

describe('a secret that is replaced (docs/events.md)', () => {
  it('signs beside the one before for 24 hours, and alone from then on', async () => {
    const before = await nextEvent();
    expect(before.headers).toMatchObject(signedWith(before, 'first'));

    await replace('second');
    const during = await nextEvent();
    expect(during.headers).toMatchObject(signedWith(during, 'second', 'first'));

    await passTime(23.9 * HOUR_MS);
    const last = await nextEvent();
    expect(last.headers).toMatchObject(signedWith(last, 'second', 'first'));

    await passTime(0.2 * HOUR_MS);
    const after = await nextEvent();
    expect(after.headers).toMatchObject(signedWith(after, 'second'));
  });

  it.each([
    ['the document service', { isDocument: true }],
    ['the database layer', { isDocument: false }],
  ])('does so through %s too', async (_name, { isDocument }) => {
    await server.run(
      async (strapi, { documentId, useDocument }) => {
        const uid = 'plugin::work-tracking.webhook-subscription';
        const data = { secret: 'second' };
        if (useDocument) await strapi.documents(uid as never).update({ documentId, data } as never);
        else await strapi.db.query(uid).update({ where: { documentId }, data });
      },
      { documentId: id, useDocument: isDocument },
    );
    const event = await nextEvent();
    expect(event.headers).toMatchObject(signedWith(event, 'second', 'first'));
  });

  it('keeps only the last of them when it is replaced twice', async () => {
    await replace('second');
    await replace('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const event = await nextEvent();
    expect(event.headers).toMatchObject(
      signedWith(event, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'second'),
    );
  });

  it('is not replaced by the same one, nor by what is stored of it', async () => {
    await replace('second');
    await replace('second');
    const { secret } = await stored();
    await server.run(
      (strapi, { documentId, data }) =>
        strapi.documents('plugin::work-tracking.webhook-subscription' as never).update({
          documentId,
          data,
        } as never),
      { documentId: id, data: { secret } },
    );
    const event = await nextEvent();
    expect(event.headers).toMatchObject(signedWith(event, 'second', 'first'));
  });

  it('does not sign with one before that can’t be read any more', async () => {
    await replace('second');
    await server.run(
      (strapi, document_id) =>
        strapi.db
          .connection('work_tracking_webhook_subscriptions')
          .where({ document_id })
          .update({ previous_secret: 'of another key' }),
      id,
    );
    const event = await nextEvent();
    expect(event.headers).toMatchObject(signedWith(event, 'second'));
  });

  it('leaves nothing of the one before once its time is over', async () => {
    await replace('second');
    await prune();
    expect((await stored()).previous_secret).toEqual(expect.any(String));
    await passTime(25 * HOUR_MS);
    await prune();
    expect(await stored()).toMatchObject({ previous_secret: null, previous_secret_until: null });
    const event = await nextEvent();
    expect(event.headers).toMatchObject(signedWith(event, 'second'));
  });

  it('can be given with no one before, whatever is written there', async () => {
    const forged = { previousSecret: 'forged', previousSecretUntil: new Date(Date.now() + HOUR_MS) };
    await admin.put(`${collection(TYPE)}/${id}`, forged).expect(200);
    const made = await server.run(
      async (strapi, { documentId, data }) => {
        const documents = strapi.documents('plugin::work-tracking.webhook-subscription' as never);
        await documents.update({ documentId, data } as never);
        const query = strapi.db.query('plugin::work-tracking.webhook-subscription');
        await query.update({ where: { documentId }, data });
        const { project } = await query.findOne({ where: { documentId }, populate: { project: true } });
        const url = 'http://127.0.0.1:9/another';
        const created = await query.create({
          data: {
            ...data,
            url,
            secret: 'x',
            eventTypes: ['ticket.created'],
            active: true,
            project: project.id,
          },
        });
        return created.id as number;
      },
      { documentId: id, data: forged },
    );
    const rows = await server.run(
      (strapi, ids) =>
        strapi.db
          .connection('work_tracking_webhook_subscriptions')
          .select('previous_secret', 'previous_secret_until')
          .where({ document_id: ids.documentId })
          .orWhere({ id: ids.made }),
      { documentId: id, made },
    );
    const none = { previous_secret: null, previous_secret_until: null };
    expect(rows).toEqual([none, none]);
  });

  it('is not copied, and neither is the one before', async () => {
    await replace('second');
    const copy = await server.run(async (strapi, documentId) => {
      const { entries } = (await strapi
        .documents('plugin::work-tracking.webhook-subscription' as never)
        .clone({ documentId, data: { secret: 'of the copy' } } as never)) as {
        entries: { documentId: string }[];
      };
      return entries[0]!.documentId;
    }, id);
    expect((await stored(copy)).previous_secret).toBeNull();
  });

  it('is in no answer, audit entry or column in clear', async () => {
    await replace('the-second-secret');
    await replace('the-third-secret');
    const { previous_secret: previous } = await stored();
    const answers = [
      await admin.get(
        `${collection(TYPE)}?fields[0]=previousSecret&fields[1]=previousSecretUntil&populate=*`,
      ),
      await admin.get(`${collection(TYPE)}/${id}`),
      await admin.get(`${collection(TYPE)}?_q=${encodeURIComponent(previous!.slice(0, 12))}`),
      await admin.get(`/content-manager/content-types/plugin::work-tracking.${TYPE}/configuration`),
      await api.get('/webhooks/subscriptions'),
      await api.get('/changes'),
    ].map(({ text }) => text);
    const everything = await server.run(async (strapi) => {
      const tables = [...strapi.db.metadata.values()].map(({ tableName }) => tableName);
      const rows = await Promise.all(tables.map((table) => strapi.db.connection(table).select('*')));
      return JSON.stringify(rows);
    });
    for (const text of answers) {
      expect(text).not.toContain(previous);
      expect(text).not.toMatch(/previousSecret/);
    }
    for (const text of [...answers, everything, server.log()]) expect(text).not.toMatch(/the-\w+-secret/);
  });
});

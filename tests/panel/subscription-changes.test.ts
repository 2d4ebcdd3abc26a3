import { signatureHeaders } from '../../src/plugins/work-tracking/domain/signature';
import { registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertDeliveries } from '../support/deliveries';
import { giveUp } from '../support/given-up';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';
import { columnsOf, PATH, quiet as newQuiet, rowOf } from '../support/subscriptions-page';

const HOUR_MS = 60 * 60 * 1000;

let server: SharedServer;
let admin: Admin;
let api: Api;

beforeAll(async () => {
  server = await sharedServer();
  admin = await registerAdmin(server);
});
beforeEach(async () => {
  api = await newProject(server);
});
afterAll(() => server.release());

const row = (who = admin) => rowOf(who, api);
const quiet = (url?: string, of = api) => newQuiet(of, url);
const columns = (id: string) => columnsOf(server, id);

describe('switching off and on', () => {
  it('tells how many wait, holds them, and lets them go on', async () => {
    const receiver = await startReceiver();
    try {
      const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
      await insertDeliveries(server, id, [
        { state: 'pending', attempts: 1, createdAt: Date.now() },
        { state: 'pending', attempts: 0, createdAt: Date.now() },
        { state: 'delivered', createdAt: Date.now() },
      ]);
      const waiting = async () => (await admin.get(`${PATH}/${id}/waiting`).expect(200)).body.data;
      expect(await waiting()).toEqual({ pending: 2, held: 0 });
      await admin.put(`${PATH}/${id}/active`, { active: false }).expect(200);
      // Once more, as by somebody whose page is not fresh.
      await admin.put(`${PATH}/${id}/active`, { active: false }).expect(200);
      await fileTicket(api);
      expect(await waiting()).toEqual({ pending: 0, held: 3 });
      expect(receiver.received).toEqual([]);
      await admin.put(`${PATH}/${id}/active`, { active: true }).expect(200);
      await receiver.until(3);
      expect(await row()).toMatchObject({ active: true, disabledReason: null });
    } finally {
      await receiver.close();
    }
  });
});

describe('replacing the secret', () => {
  it('signs with both, or with the new one alone when the one before has leaked', async () => {
    const receiver = await startReceiver();
    try {
      const { id } = await subscribe(api, receiver.url, { secret: 'first', event_types: ['ticket.created'] });
      const signaturesOfNext = async (...secrets: string[]) => {
        await fileTicket(api);
        const { raw, headers } = (await receiver.until(receiver.received.length + 1)).at(-1)!;
        const expected = secrets.map(
          (secret) =>
            signatureHeaders({
              body: raw.toString('utf8'),
              eventId: String(headers['webhook-id']),
              secret,
              sentAt: new Date(Number(headers['webhook-timestamp']) * 1000),
            })['webhook-signature'],
        );
        expect(headers['webhook-signature']).toBe(expected.join(' '));
      };
      const { text } = await admin.put(`${PATH}/${id}/secret`, { secret: 'second' }).expect(200);
      expect(text).not.toContain('second');
      await signaturesOfNext('second', 'first');
      await admin.put(`${PATH}/${id}/secret`, { secret: 'third', endsPrevious: true }).expect(200);
      await signaturesOfNext('third');
      expect(await columns(id)).toMatchObject({ previous_secret: null, previous_secret_until: null });
      // The same once more, to end what was kept before.
      await admin.put(`${PATH}/${id}/secret`, { secret: 'fourth' }).expect(200);
      await admin.put(`${PATH}/${id}/secret`, { secret: 'fourth', endsPrevious: true }).expect(200);
      await signaturesOfNext('fourth');
    } finally {
      await receiver.close();
    }
  });

  it('refuses one that can’t sign, and changes nothing then', async () => {
    const { id } = await quiet();
    const before = await columns(id);
    for (const secret of ['', 'x'.repeat(257), 'whsec_!!!', 7, null]) {
      await admin.put(`${PATH}/${id}/secret`, { secret, endsPrevious: true }).expect(400);
    }
    await admin.put(`${PATH}/${id}/secret`, {}).expect(400);
    await admin.put(`${PATH}/${id}/secret`, { secret: 'a', previousSecret: 'b' }).expect(400);
    expect(await columns(id)).toEqual(before);
  });
});

it('the badge counts the subscriptions that were disabled and the last day’s dead deliveries', async () => {
  const count = async () => (await admin.get(`${PATH}/attention`).expect(200)).body.data;
  const before = await count();
  const { id } = await quiet();
  const { id: off } = await quiet();
  await admin.put(`${PATH}/${off}/active`, { active: false }).expect(200);
  await insertDeliveries(server, id, [
    { state: 'dead', createdAt: Date.now() - HOUR_MS },
    { state: 'dead', createdAt: Date.now() - 30 * HOUR_MS },
    { state: 'delivered', createdAt: Date.now() },
  ]);
  expect(await count()).toEqual({ disabled: before.disabled, dead: before.dead + 1 });
  await giveUp(server, id, 'No delivery has succeeded for 5 days.');
  expect(await count()).toEqual({ disabled: before.disabled + 1, dead: before.dead + 1 });
});

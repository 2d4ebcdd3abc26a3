import supertest from 'supertest';
import { registerAdmin, type Admin } from '../support/admin';
import { newProject, subscribe, v1, type Api } from '../support/api';
import { runCommand } from '../support/command-line';
import { createDatabase } from '../support/database';
import { endedResend, insertDeliveries } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer, type TestServer } from '../support/server';

const PANEL = '/work-tracking/deliveries';
const METRICS_TOKEN = 'a-scraper';

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const dead = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ state: 'dead', createdAt: Date.now() - 60_000 + index }));

const order = (api: Pick<Api, 'post'>, id: string, body: object = {}) =>
  api.post(`/webhooks/subscriptions/${id}/resend`, body);

/** How many deliveries each door counts as dead. */
async function deadAt(server: TestServer, api: Api, admin: Admin, id: string) {
  const { body: listed } = await api.get('/webhooks/deliveries?state=dead').expect(200);
  const { body: preview } = await order(api, id, { dry_run: true }).expect(200);
  const { body: shown } = await admin.get(`${PANEL}?state=dead&project=${api.tenantId}`).expect(200);
  const { body: widget } = await admin.get('/work-tracking/widgets/failed-deliveries').expect(200);
  const { body: panelPreview } = await admin
    .get(`${PANEL}/resends/count?subscriptionId=${id}&state=dead`)
    .expect(200);
  const { text } = await supertest(server.url)
    .get('/api/work-tracking/metrics')
    .set('Authorization', `Bearer ${METRICS_TOKEN}`)
    .expect(200);
  return {
    list: listed.deliveries.length,
    order: preview.count,
    panelList: shown.data.length,
    panelOrder: panelPreview.data.count,
    widget: widget.data.dead,
    metric: Number(/^work_tracking_deliveries\{state="dead"\} (\d+)$/m.exec(text)![1]),
  };
}

const everywhere = (count: number, inOrder = count) => ({
  list: count,
  order: inOrder,
  panelList: count,
  panelOrder: inOrder,
  widget: count,
  metric: count,
});

describe('a delivery that was resent (specification 7.7)', () => {
  let server: OwnServer;
  let admin: Admin;
  let api: Api;
  let id: string;

  beforeAll(async () => {
    server = await startServer({ env: { METRICS_TOKEN, DELIVERY_MAX_ATTEMPTS: '1' } });
    admin = await registerAdmin(server);
  });
  afterAll(() => server.destroy());
  beforeEach(async () => {
    api = await newProject(server);
    ({ id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] }));
  });
  // Dead ones of another test would be counted.
  afterEach(() => api.delete(`/webhooks/subscriptions/${id}`).expect(200));

  const untilDead = async (deliveryId: string) => {
    for (;;) {
      const { body } = await api.get(`/webhooks/deliveries/${deliveryId}`).expect(200);
      if (body.delivery.state === 'dead') return body.delivery;
    }
  };

  it('counts as dead no longer, at any door, and is shown as resent; one that died again counts', async () => {
    const [single] = await insertDeliveries(server, id, dead(3));
    expect(await deadAt(server, api, admin, id)).toEqual(everywhere(3));
    receiver.answer(500);
    const { body } = await api.post(`/webhooks/deliveries/${single}/resend`).expect(202);
    expect(body.delivery).toMatchObject({ resent_from: single, resent_at: null });
    const again = await untilDead(body.delivery.id);
    const { body: old } = await api.get(`/webhooks/deliveries/${single}`).expect(200);
    expect(old.delivery).toMatchObject({ state: 'dead', resent_at: again.created_at });
    // The new one counts in place of the old one, but an order does not take it.
    expect(await deadAt(server, api, admin, id)).toEqual(everywhere(3, 2));

    receiver.answer(200);
    const { body: started } = await order(api, id).expect(202);
    expect(await endedResend(api, started.resend.id)).toMatchObject({ count: 2, enqueued: 2 });
    await receiver.until(3);
    expect(await deadAt(server, api, admin, id)).toEqual(everywhere(1, 0));
    await api.post(`/webhooks/deliveries/${again.id}/resend`).expect(202);
    expect(await deadAt(server, api, admin, id)).toEqual(everywhere(0));

    const { body: shown } = await admin.get(`${PANEL}?project=${api.tenantId}`).expect(200);
    const resent = shown.data.filter(({ isResent }: { isResent: boolean }) => isResent);
    expect(resent.map(({ state }: { state: string }) => state)).toEqual(['dead', 'dead', 'dead', 'dead']);
    const { body: detail } = await admin.get(`${PANEL}/${again.id}`).expect(200);
    expect(detail.data).toMatchObject({ isResent: true, resentFrom: { documentId: single, isResent: true } });
  });

  it('is taken by no order after that: twelve orders send one ping once', async () => {
    const { body } = await api.post(`/webhooks/subscriptions/${id}/test`).expect(202);
    await receiver.until(1);
    for (;;) {
      const { body: ping } = await api.get(`/webhooks/deliveries/${body.delivery.id}`).expect(200);
      if (ping.delivery.state === 'delivered') break;
    }
    const counts = [];
    for (let number = 0; number < 12; number += 1) {
      const { body: started } = await order(api, id, { state: 'delivered' }).expect(202);
      counts.push((await endedResend(api, started.resend.id)).enqueued);
    }
    expect(counts).toEqual([1, ...Array(11).fill(0)]);
    const { body: all } = await api.get('/webhooks/deliveries').expect(200);
    expect(all.deliveries).toHaveLength(2);
  });
});

it('a subscription has one open order, whoever asks, at once and on two instances', async () => {
  const database = await createDatabase();
  const [one, two] = await Promise.all([startServer({ database }), startServer({ database })]);
  const admin = await registerAdmin(one);
  const api = await newProject(one);
  const other = v1(two, api.token);
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
  const { id: neighbour } = await subscribe(api, receiver.url, { event_types: ['ticket.updated'] });
  await insertDeliveries(one, id, dead(2));
  // The first order must still be open when the others come.
  for (const server of [one, two]) {
    await server.run((strapi) => strapi.plugin('work-tracking').service('resends').stop());
  }
  const path = `/webhooks/subscriptions/${id}/resend`;
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, number) => (number % 2 ? api : other).post(path)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(15).fill(409)]);
  const refused = answers.find(({ status }) => status === 409)!.body;
  const sentence = 'The deliveries of this subscription are already being resent; wait until that is done.';
  expect(refused).toEqual({ error: 'resend_in_progress', message: sentence });
  const panel = await admin.post(`${PANEL}/resends`, { subscriptionId: id, state: 'dead' }).expect(400);
  expect(panel.body.error.message).toBe(sentence);
  const command = await runCommand(['resend', '--subscription', id], { server: two });
  expect(command).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) });
  await order(api, neighbour).expect(202);

  await one.run((strapi) => strapi.plugin('work-tracking').service('resends').start());
  const accepted = answers.find(({ status }) => status === 202)!.body.resend;
  expect(await endedResend(api, accepted.id)).toMatchObject({ status: 'done', enqueued: 2 });
  await order(api, id).expect(202);
  await receiver.until(2);
  await two.stop();
  await one.destroy();
});

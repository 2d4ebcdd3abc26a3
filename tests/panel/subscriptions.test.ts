import { actionId } from '../../src/plugins/work-tracking/domain/panel-actions';
import { mayInContentManager, newColleague, registerAdmin, type Admin } from '../support/admin';
import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { insertAttempts, insertDeliveries } from '../support/deliveries';
import { startReceiver } from '../support/receiver';
import { sharedServer, type SharedServer } from '../support/server';
import {
  columnsOf,
  list as listed,
  NOWHERE,
  PATH,
  quiet as newQuiet,
  rowOf,
  type Row,
} from '../support/subscriptions-page';

const HOUR_MS = 60 * 60 * 1000;
const PAGE = { action: actionId('delivery.read') };

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
const list = (query = `text=${api.projectKey}`, who = admin) => listed(who, query);
const quiet = (url?: string, of = api) => newQuiet(of, url);
const columns = (id: string) => columnsOf(server, id);

describe('the list', () => {
  it('is found by URL and by project, newest first, and comes in pages', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) ids.unshift((await quiet(`${NOWHERE}/${n}`)).id);
    const { body } = await admin.get(`${PATH}?text=${api.projectKey.toLowerCase()}`).expect(200);
    expect(body.data.map(({ documentId }: Row) => documentId)).toEqual(ids.slice(0, 20));
    const rest = await list(`text=${api.projectKey}&cursor=${body.meta.nextCursor}`);
    expect(rest.map(({ documentId }) => documentId)).toEqual(ids.slice(20));

    const other = await newProject(server);
    const { id } = await quiet('http://127.0.0.1:9/100%25_of-IT', other);
    expect((await list('text=100%2525_OF')).map(({ documentId }) => documentId)).toEqual([id]);
    for (const hostile of ['%25%25%25', "'; drop table x; --", '_________', '🙂']) {
      expect(await list(`text=${encodeURIComponent(hostile)}`)).toEqual([]);
    }
    await admin.get(`${PATH}?text=${'x'.repeat(256)}`).expect(400);
    await admin.get(`${PATH}?cursor=nonsense`).expect(400);
  });

  it('has the health of the last day of each, and leaves out what is older or was resent', async () => {
    const { id } = await quiet();
    const { id: other } = await quiet(`${NOWHERE}/other`);
    const now = Date.now();
    const made = (state: string, hours: number, attempts = 6) => ({
      state,
      attempts,
      createdAt: now - hours * HOUR_MS,
    });
    await insertDeliveries(server, id, [
      ...[1, 2, 3, 4, 5, 6].map((hours) => made('delivered', hours, 1)),
      made('delivered', 25, 1),
      made('dead', 2),
      made('dead', 30),
      made('pending', 1, 2),
      made('pending', 1, 0),
      made('held', 1, 0),
      made('cancelled', 1),
    ]);
    const [resent] = await insertDeliveries(server, id, [made('dead', 3)]);
    await server.run(
      (strapi, document_id) =>
        strapi.db
          .connection('work_tracking_webhook_deliveries')
          .where({ document_id })
          .update({ resent_at: new Date() }),
      resent,
    );
    const rows = await list();
    const healthOf = (documentId: string) => rows.find((one) => one.documentId === documentId)?.health;
    expect(healthOf(id)).toEqual({ delivered: 6, failing: 1, dead: 1, isPartial: false });
    expect(healthOf(other)).toEqual({ delivered: 0, failing: 0, dead: 0, isPartial: false });
  });

  it('counts the latest thousand', async () => {
    const { id } = await quiet();
    const now = Date.now();
    await insertDeliveries(server, id, [
      { state: 'dead', createdAt: now - 20 * HOUR_MS },
      ...Array.from({ length: 1_000 }, (_, n) => ({ state: 'delivered', attempts: 1, createdAt: now - n })),
    ]);
    expect((await row()).health).toEqual({ delivered: 1_000, failing: 0, dead: 0, isPartial: true });
  });

  it('has the last error of each, also of one that arrived at last', async () => {
    const { id } = await quiet();
    const { id: other } = await quiet(`${NOWHERE}/other`);
    await quiet(`${NOWHERE}/never`);
    const at = Date.now() - HOUR_MS;
    const attempt = (result: string, ms: number) => ({ result, startedAt: at + ms, durationMs: 5 });
    const [dead, pending] = await insertDeliveries(server, id, [
      { state: 'dead', attempts: 2, createdAt: at - 60 * HOUR_MS },
      { state: 'pending', attempts: 1, createdAt: at },
    ]);
    await insertAttempts(server, dead!, [attempt('timeout', -999), attempt('http_error', -99)]);
    await insertAttempts(server, pending!, [attempt('tls_error', 0)]);
    const [recovered] = await insertDeliveries(server, other, [
      { state: 'delivered', attempts: 2, createdAt: at },
    ]);
    await insertAttempts(server, recovered!, [attempt('dns_error', 0), attempt('delivered', 9)]);
    const rows = await list();
    expect(rows.map(({ lastError }) => lastError)).toEqual([
      null,
      expect.objectContaining({ result: 'dns_error', startedAt: new Date(at).toISOString() }),
      expect.objectContaining({ result: 'tls_error', startedAt: new Date(at).toISOString() }),
    ]);
  });

  it('says why one was disabled, since when it fails, and whose it is', async () => {
    const receiver = await startReceiver();
    try {
      receiver.answer(410);
      await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
      await fileTicket(api);
      for (let one = await row(); one.active === true; one = await row());
      expect(await row()).toMatchObject({
        url: receiver.url,
        active: false,
        disabledReason: 'The endpoint answered 410 Gone.',
        project: { key: api.projectKey },
        lastError: { result: 'http_error', statusCode: 410 },
        health: { dead: 1 },
        canSwitch: true,
        canReplaceSecret: true,
      });
    } finally {
      await receiver.close();
    }
  });
});

describe('what a role may not read in the content manager', () => {
  it('is not in the list: fields, deliveries, attempts, other projects', async () => {
    const { id } = await quiet();
    await insertDeliveries(server, id, [{ state: 'dead', createdAt: Date.now() }]);
    await admin.get(PATH).expect(200);
    const reader = await newColleague(server, admin, [
      PAGE,
      mayInContentManager('read', 'webhook-subscription', ['url']),
    ]);
    const rows: Row[] = (await reader.get(`${PATH}?text=hook`).expect(200)).body.data;
    expect(rows.find(({ documentId }) => documentId === id)).toEqual({
      documentId: id,
      url: NOWHERE,
      createdAt: expect.any(String),
      canSwitch: false,
      canReplaceSecret: false,
    });
    expect((await reader.get(`${PATH}?text=${api.projectKey}`).expect(200)).body.data).toEqual([]);
    expect((await reader.get(`${PATH}/${id}/waiting`).expect(200)).body.data).toBeNull();
    expect((await reader.get(`${PATH}/attention`).expect(200)).body.data).toEqual({ disabled: 0, dead: 0 });

    const nobody = await newColleague(server, admin, [
      PAGE,
      mayInContentManager('read', 'webhook-subscription', ['active']),
    ]);
    await nobody.get(PATH).expect(403);
  });

  it('nor may it be changed', async () => {
    const { id } = await quiet();
    const reader = await newColleague(server, admin, [
      PAGE,
      mayInContentManager('read', 'webhook-subscription', ['url', 'active']),
      mayInContentManager('update', 'webhook-subscription', ['url']),
    ]);
    const before = await columns(id);
    await reader.put(`${PATH}/${id}/active`, { active: false }).expect(403);
    await reader.put(`${PATH}/${id}/secret`, { secret: 'another' }).expect(403);
    expect(await columns(id)).toEqual(before);
    const blind = await newColleague(server, admin, [
      PAGE,
      mayInContentManager('update', 'webhook-subscription', ['url', 'active', 'newSecret']),
    ]);
    await blind.put(`${PATH}/${id}/active`, { active: false }).expect(403);
    await admin.put(`${PATH}/not-there/active`, { active: false }).expect(404);
    await admin.put(`${PATH}/not-there/secret`, { secret: 'another' }).expect(404);
    expect(await columns(id)).toEqual(before);
  });

  it('but each field alone', async () => {
    const { id } = await quiet();
    const read = mayInContentManager('read', 'webhook-subscription', ['url', 'active', 'project']);
    const projects = mayInContentManager('read', 'project', ['key']);
    const switcher = await newColleague(server, admin, [
      PAGE,
      read,
      projects,
      mayInContentManager('update', 'webhook-subscription', ['active']),
    ]);
    expect(await row(switcher)).toMatchObject({ canSwitch: true, canReplaceSecret: false });
    await switcher.put(`${PATH}/${id}/active`, { active: false }).expect(200);
    expect(await row(switcher)).toMatchObject({ active: false });
    await switcher.put(`${PATH}/${id}/secret`, { secret: 'another' }).expect(403);
  });
});

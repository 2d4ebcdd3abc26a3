import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { deliveriesOf, recorded } from '../support/deliveries';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let receiver: Receiver;
let api: Api;
/** Answers the request that is in flight. */
let answer: (status: number) => void;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.destroy());
beforeEach(async () => {
  receiver = await startReceiver();
  receiver.answer((_request, response) => {
    answer = (status) => response.writeHead(status).end();
  });
  api = await newProject(server);
});
afterEach(() => receiver.close());

it('an answer that comes after the lease was lost changes nothing, not even its subscription', async () => {
  const { id } = await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  const [sent] = await receiver.until(1);
  const taken = 'another process/1';
  await server.run(
    (strapi, given) =>
      strapi.db
        .connection('work_tracking_webhook_deliveries')
        .where({ event_id: given.event })
        .update({ lease_token: given.taken }),
    { event: sent!.body.id, taken },
  );
  answer(410);
  await server.untilLogged('was taken over before its outcome was recorded');
  expect(await deliveriesOf(server, sent!.body.id)).toMatchObject([
    { state: 'sending', attempts: 0, leaseToken: taken },
  ]);
  const { body } = await api.get('/webhooks/subscriptions').expect(200);
  expect(body.subscriptions).toMatchObject([{ id, active: true }]);
  const { body: changes } = await api.get('/webhooks/deliveries').expect(200);
  expect(changes.deliveries).toHaveLength(1);
});

it('an outcome that could not be written is written as soon as it can be, without a second request', async () => {
  await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await fileTicket(api);
  const [sent] = await receiver.until(1);
  const failed = server.run(async (strapi) => {
    const { connection } = strapi.db;
    const [table, aside] = ['work_tracking_webhook_attempts', 'attempts_aside'];
    await connection.schema.renameTable(table, aside);
    await new Promise<void>((resolve) => {
      connection.on('query-error', (_error: Error, { sql }: { sql: string }) => {
        if (sql.includes(table)) resolve();
      });
      Object.assign(globalThis, { areAttemptsAway: true });
    });
    await connection.schema.renameTable(aside, table);
  });
  await server.run(async () => {
    while (!('areAttemptsAway' in globalThis)) await new Promise((resolve) => setTimeout(resolve, 10));
  });
  answer(200);
  await failed;
  expect(await recorded(server, sent!.body.id, 1)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(receiver.received).toHaveLength(1);
  expect(server.log().match(/Outcomes of deliveries were not written/g)).toHaveLength(1);
});

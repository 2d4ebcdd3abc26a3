import { fileTicket, newProject, subscribe } from '../support/api';
import { startReceiver, type Receiver } from '../support/receiver';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.destroy();
});

it("a subscriber to Strapi's events that reads each one's payload reads none of ours, and nothing ends", async () => {
  const api = await newProject(server);
  await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await server.run((strapi) => {
    const uids: unknown[] = [];
    (globalThis as { uids?: unknown[] }).uids = uids;
    strapi.eventHub.subscribe((_name, payload) => {
      uids.push((payload as { uid: string }).uid);
      return Promise.resolve();
    });
  });
  const { id } = await fileTicket(api);
  await receiver.until(1, ({ raw }) => raw.includes(id));
  const uids = await server.run(() => (globalThis as { uids?: unknown[] }).uids);
  expect(uids).toEqual(['plugin::work-tracking.ticket']);
});

it('a wake-up that fails is logged: the change stands, and its event waits for the next tick', async () => {
  const api = await newProject(server);
  await subscribe(api, receiver.url, { event_types: ['ticket.created'] });
  await server.run((strapi) => {
    const dispatcher = strapi.plugin('work-tracking').service('dispatcher');
    const { wake } = dispatcher;
    dispatcher.wake = () => {
      dispatcher.wake = wake;
      throw new Error('No wake-up.');
    };
  });
  const { id } = await fileTicket(api);
  await server.untilLogged('No wake-up.');
  await receiver.until(1, ({ raw }) => raw.includes(id));
});

import { fileTicket, newProject, subscribe } from '../support/api';
import { LEASE_MS } from '../support/application';
import { createDatabase } from '../support/database';
import { deliveriesOf, recorded } from '../support/deliveries';
import { startReceiver, type Received, type Receiver } from '../support/receiver';
import { startServer } from '../support/server';

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('processes that end (specification 7)', () => {
  it('kill -9 between commit and send: the delivery comes after the next start', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const mine = await newProject(first);
    await subscribe(mine, receiver.url, { event_types: ['ticket.created'] });
    const death = first.run(async (strapi, key) => {
      const project = await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key } });
      await strapi.db.transaction(async ({ onCommit }) => {
        // Registered first, so it runs directly after the commit.
        onCommit(() => process.kill(process.pid, 'SIGKILL'));
        await (
          strapi.documents('plugin::work-tracking.ticket' as never) as never as {
            create(p: object): Promise<unknown>;
          }
        ).create({ data: { title: 'Survivor', project: project.id } });
      });
    }, mine.projectKey);
    await expect(death).rejects.toThrow('ended while it ran the code');
    expect(receiver.received).toEqual([]);

    const second = await startServer({ database });
    const [delivery] = await receiver.until(1);
    expect(delivery!.body.data.title).toBe('Survivor');
    await second.destroy();
  });

  it('a killed process leaves its claims to the others, after the lease', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const mine = await newProject(first);
    await subscribe(mine, receiver.url, { event_types: ['ticket.created'] });
    receiver.answer(() => {
      // No answer: the attempt is in flight when the process dies.
    });
    await fileTicket(mine);
    const [{ body }] = (await receiver.until(1)) as [Received];
    await first.kill();

    receiver.answer(200);
    const second = await startServer({ database });
    const [claimed] = await deliveriesOf(second, body.id);
    expect(claimed).toMatchObject({ state: 'sending', attempts: 0 });
    expect(receiver.received).toHaveLength(1);
    await second.travel(LEASE_MS);
    await receiver.until(2);
    expect(await recorded(second, body.id, 1)).toMatchObject({ state: 'delivered', attempts: 1 });
    await second.destroy();
  });

  it('a stop waits for what is in flight', async () => {
    const database = await createDatabase();
    const first = await startServer({ database });
    const mine = await newProject(first);
    await subscribe(mine, receiver.url, { event_types: ['ticket.created'] });
    let finish = () => {};
    receiver.answer((_request, response) => {
      finish = () => void response.writeHead(200).end();
    });
    await fileTicket(mine);
    const [{ body }] = (await receiver.until(1)) as [Received];
    const stopped = first.stop();
    await first.untilLogged('Shutting down Strapi');
    finish();
    await stopped;

    const second = await startServer({ database });
    expect((await deliveriesOf(second, body.id))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    await second.destroy();
  });
});

describe('a rejection that nobody handles ends the process, as without the plugin', () => {
  it.each([
    ['a fault of ours', () => new Promise(() => void Promise.reject(new Error('A fault.'))), 'A fault.'],
    [
      'a connection to something else that is refused',
      () =>
        new Promise(() => {
          const { connect } = process.getBuiltinModule('net');
          void new Promise((_resolve, reject) => connect(1, '127.0.0.1').once('error', reject));
        }),
      'ECONNREFUSED',
    ],
    [
      'a connection to something else that is lost',
      () =>
        new Promise(() => {
          const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
          void Promise.reject(error);
        }),
      'ECONNRESET',
    ],
  ])('%s', async (_what, fault, logged) => {
    const server = await startServer();
    await expect(server.run(fault)).rejects.toThrow('ended while it ran the code');
    expect(server.log()).toContain(logged);
    expect(server.log()).not.toContain('The connection to the database was lost.');
    await server.destroy();
  });
});

it('commits are confirmed on the database connection of the application, and on no other', async () => {
  const server = await startServer();
  const changed = await server.run((strapi) => {
    const { client } = strapi.db.connection as unknown as { client: object };
    const prototypes = [];
    for (let one = client; one !== Object.prototype; one = Object.getPrototypeOf(one) as object) {
      prototypes.push(Object.hasOwn(one, 'transaction'));
    }
    const other = new (client.constructor as new (config: object) => { transaction: unknown })({
      client: 'other',
    });
    return { own: prototypes[0], others: Object.hasOwn(other, 'transaction') };
  });
  expect(changed).toEqual({ own: true, others: false });
  await server.destroy();
});

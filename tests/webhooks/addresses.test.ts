import { fileTicket, newProject, subscribe, type Api } from '../support/api';
import { firstAttemptTo } from '../support/deliveries';
import { say, startHostile, type HostileReceiver } from '../support/hostile';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;
let api: Api;
/** Listens on every address of this machine. */
let listener: HostileReceiver;

beforeAll(async () => {
  listener = await startHostile(say('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  server = await startServer({
    env: {
      DELIVERY_ALLOW_PRIVATE_NETWORKS: '',
      DELIVERY_ALLOWED_NETWORKS: '127.0.0.2',
      MAX_SUBSCRIPTIONS_PER_PROJECT: '1000',
    },
  });
});
afterAll(async () => {
  await server.destroy();
  await listener.close();
});
beforeEach(async () => {
  api = await newProject(server);
});

/** Hosts that are addresses in some spelling: subscribing to them is refused. */
const SPELLED = [
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '017700000001',
    '0x7f000001',
  ],
  ...['0177.0.0.1', '0x7f.0.0.1', '0X7F.1', '0x7f.0.0x1', '00000177.1', '127.0.0.0x1'],
  ...['127%2E0%2E0%2E1', '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '①②⑦.0.0.1', '127．0．0．1'],
  ...['0', '0.0.0.0', '0x0', '00', '0.', '255.255.255.255', '4294967295'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '0xc0a80001',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.1',
    '192.0.2.1',
  ],
  ...['169.254.169.254', '2852039166', '0xa9.0xfea9fe', '224.0.0.1', '240.0.0.1'],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:7F00:1]',
  ],
  ...['[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[::7f00:1]', '[::8.8.8.8]', '[::ffff:0:127.0.0.1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]'],
  ...[
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:10::1]',
    '[2001:db8::1]',
    '[5f00::1]',
  ],
];

/** Hosts that are not valid in a URL. */
const IMPOSSIBLE = [
  '[fe80::1%lo]',
  '[fe80::1%25lo]',
  '[::1%25]',
  '127.0.0.256',
  '4294967296',
  '0x7f.0.0.0.1',
  '09.0.0.1',
  '[::1',
  '',
];

/** Host names: they are judged when they are resolved. */
const NAMES = ['localhost', 'LOCALHOST', 'LocalHost', 'loc%61lhost', 'ｌｏｃａｌｈｏｓｔ'];

/** Not every system resolves this one. */
const ROOTED_NAME = 'localhost.';

const url = (host: string, scheme = 'http') => `${scheme}://${host}:${listener.port}/hook`;

it.each([...SPELLED, ...IMPOSSIBLE])('%s can not be subscribed to', async (host) => {
  for (const scheme of ['http', 'https']) {
    const { body } = await api
      .post('/webhooks/subscriptions', {
        url: url(host, scheme),
        secret: 's',
        event_types: ['ticket.created'],
      })
      .expect(400);
    expect(body).toMatchObject({ error: 'validation_failed', details: [{ path: 'url' }] });
    expect(body.message).not.toMatch(/\d\./);
  }
  expect(listener.bytes()).toBe(0);
});

it('a user name in front of an address does not hide it', async () => {
  for (const host of ['public.example@127.0.0.1', 'public.example:80@127.0.0.1', 'public.example%40@[::1]']) {
    await api
      .post('/webhooks/subscriptions', { url: url(host), secret: 's', event_types: ['ticket.created'] })
      .expect(400);
  }
});

/** Stores a URL as if it had been subscribed to when that was still allowed. */
const store = (subscriptionId: string, storedUrl: string) =>
  server.run(
    async (strapi, row) => {
      const { tableName } = strapi.db.metadata.get('plugin::work-tracking.webhook-subscription');
      await strapi.db
        .connection(tableName)
        .where({ document_id: row.subscriptionId })
        .update({ url: row.storedUrl });
    },
    { subscriptionId, storedUrl },
  );

it('nothing is sent there, whatever is stored', async () => {
  const urls = [
    ...SPELLED.flatMap((host) => [url(host), url(host, 'https')]),
    ...NAMES.map((name) => url(name)),
  ];
  const ids: string[] = [];
  for (const stored of urls) {
    const { id } = await subscribe(api, 'http://public.invalid/', { event_types: ['ticket.created'] });
    await store(id, stored);
    ids.push(id);
  }
  await fileTicket(api);
  const results: [string, string][] = [];
  for (const [index, id] of ids.entries())
    results.push([urls[index]!, (await firstAttemptTo(server, id)).result]);
  expect(results).toEqual(urls.map((stored) => [stored, 'blocked_address']));
  expect(listener.connections()).toBe(0);
});

it('a name can be subscribed to, and is blocked for what it leads to', async () => {
  const { id: rooted } = await subscribe(api, url(ROOTED_NAME), { event_types: ['ticket.created'] });
  const ids = [];
  for (const name of NAMES)
    ids.push((await subscribe(api, url(name), { event_types: ['ticket.created'] })).id);
  await fileTicket(api);
  const message =
    'Deliveries may not reach this address, unless DELIVERY_ALLOWED_NETWORKS names its network.';
  for (const id of ids)
    expect(await firstAttemptTo(server, id)).toMatchObject({ result: 'blocked_address', message });
  expect(['blocked_address', 'dns_error']).toContain((await firstAttemptTo(server, rooted)).result);
  expect(listener.connections()).toBe(0);
});

it('a configured address is reached all the same', async () => {
  const { id } = await subscribe(api, url('127.0.0.2'), { event_types: ['ticket.created'] });
  await fileTicket(api);
  expect(await firstAttemptTo(server, id)).toMatchObject({ result: 'delivered' });
  // Shows that the listener does count: the other tests expect no connection.
  expect(listener.connections()).toBe(1);
});

it('an attempt that nobody takes tells no address', async () => {
  const { id } = await subscribe(api, 'http://127.0.0.2:9/hook', { event_types: ['ticket.created'] });
  await fileTicket(api);
  expect(await firstAttemptTo(server, id)).toMatchObject({
    result: 'connection_refused',
    message: 'The connection failed: ECONNREFUSED.',
  });
});

it('with DELIVERY_HTTPS_ONLY nothing is sent over http, also to a subscription from before', async () => {
  const strict = await startServer({ env: { DELIVERY_HTTPS_ONLY: 'true' } });
  try {
    const tenant = await newProject(strict);
    const body = { secret: 's', event_types: ['ticket.created'] };
    await tenant.post('/webhooks/subscriptions', { ...body, url: url('127.0.0.1') }).expect(400);
    const { id } = await subscribe(tenant, url('127.0.0.1', 'https'), { event_types: ['ticket.created'] });
    await strict.run(
      (strapi, stored) =>
        strapi.db
          .connection('work_tracking_webhook_subscriptions')
          .update({ url: stored }) as Promise<unknown>,
      url('127.0.0.1'),
    );
    const before = listener.connections();
    await fileTicket(tenant);
    expect(await firstAttemptTo(strict, id)).toMatchObject({
      result: 'blocked_address',
      message: 'Deliveries go to https addresses only (DELIVERY_HTTPS_ONLY).',
    });
    expect(listener.connections()).toBe(before);
  } finally {
    await strict.destroy();
  }
});

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createHostNames,
  type HostNames,
} from '../../src/plugins/work-tracking/server/src/webhooks/host-names';
import { parseResolvConf } from '../../src/plugins/work-tracking/server/src/webhooks/resolver-files';
import { createSender, type Sender } from '../../src/plugins/work-tracking/server/src/webhooks/send';
import { answerOf, startConversation, type ConversationReceiver } from '../support/conversation';
import { startNameServer, type NameServer, type Reply } from '../support/name-server';
import { makeFolder } from '../support/test-run';

/** Longer than any test waits. */
const LONG_MS = 60_000;

let paths: { hosts: string; resolvConf: string };
let names: HostNames;
let nameServer: NameServer;
/** The replies of the name server; of any other name it knows nothing. */
let replies: Record<string, Reply>;

beforeEach(async () => {
  const folder = makeFolder('host-names');
  paths = { hosts: path.join(folder, 'hosts'), resolvConf: path.join(folder, 'resolv.conf') };
  replies = {};
  nameServer = await startNameServer((name) => replies[name] ?? 'no such name');
  configure('');
  names = createHostNames(LONG_MS, paths);
});
afterEach(async () => {
  names.close();
  await nameServer.close();
});

/** The longest that there are: nothing is asked again, nor given up, because the machine was busy. */
const PATIENT = 'options timeout:30 attempts:5';

/** @param more lines of resolv.conf, before that of the name server */
const configure = (more: string) =>
  writeFileSync(paths.resolvConf, `# A comment\n${PATIENT}\n${more}\nnameserver ${nameServer.address}\n`);

const askedFor = () => [...new Set(nameServer.asked.map(({ name }) => name))];

describe('a name', () => {
  it('is at all its addresses', async () => {
    replies['both.test'] = ['192.0.2.1', '192.0.2.2', '2001:db8::1'];
    expect(await names.resolve('both.test')).toEqual([
      { address: '2001:db8::1', family: 6 },
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
    ]);
  });

  it('is looked for in the hosts file first, as it is now', async () => {
    writeFileSync(
      paths.hosts,
      '192.0.2.1 other listed.test # 192.0.2.9 listed.test\n2001:db8::1\tListed.test\n',
    );
    expect(await names.resolve('LISTED.test')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    writeFileSync(paths.hosts, '192.0.2.22 listed.test\n');
    expect(await names.resolve('listed.test')).toEqual([{ address: '192.0.2.22', family: 4 }]);
    expect(nameServer.asked).toEqual([]);
    rmSync(paths.hosts);
    replies['listed.test'] = ['192.0.2.3'];
    expect(await names.resolve('listed.test')).toEqual([{ address: '192.0.2.3', family: 4 }]);
  });

  it.each(['localhost', 'localhost.', 'some.LOCALHOST'])('%s is this machine', async (name) => {
    expect(await names.resolve(name)).toEqual([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
    expect(nameServer.asked).toEqual([]);
  });

  it('is asked for once at a time', async () => {
    replies['one.test'] = ['192.0.2.1'];
    await Promise.all(Array.from({ length: 20 }, () => names.resolve('one.test')));
    expect(nameServer.asked).toHaveLength(2);
    await names.resolve('one.test');
    expect(nameServer.asked).toHaveLength(4);
  });

  it.each([
    ['nobody.test', 'no such name', 'There is no such host: nobody.test (ENOTFOUND).'],
    ['empty.test', [], 'There is no such host: empty.test (ENOTFOUND).'],
    ['broken.test', 'failure', 'The name servers could not say where the host is: broken.test (ESERVFAIL).'],
  ] as [string, Reply, string][])('%s has no address: %j', async (name, reply, message) => {
    replies[name] = reply;
    await expect(names.resolve(name)).rejects.toMatchObject({ name: 'UnresolvedNameError', message });
  });
});

describe('the search domains', () => {
  beforeEach(() => configure('search one.test two.test.'));

  it('come first for a name with few dots', async () => {
    replies['short.two.test'] = ['192.0.2.1'];
    replies.short = ['192.0.2.2'];
    expect(await names.resolve('short')).toEqual([{ address: '192.0.2.1', family: 4 }]);
    expect(askedFor()).toEqual(['short.one.test', 'short.two.test']);
  });

  it('come last for a name with as many dots as `ndots`', async () => {
    replies['with.dot.one.test'] = ['192.0.2.1'];
    expect(await names.resolve('with.dot')).toEqual([{ address: '192.0.2.1', family: 4 }]);
    expect(askedFor()).toEqual(['with.dot', 'with.dot.one.test']);
    configure('search one.test\noptions ndots:2');
    replies['with.dot'] = ['192.0.2.2'];
    expect(await names.resolve('with.dot')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });

  it('do not count for a name that ends in a dot, or when a server has failed', async () => {
    replies['short.one.test'] = ['192.0.2.1'];
    await expect(names.resolve('short.')).rejects.toThrow('There is no such host: short. (ENOTFOUND).');
    expect(askedFor()).toEqual(['short']);
    replies['a.b'] = 'failure';
    replies['a.b.one.test'] = ['192.0.2.1'];
    await expect(names.resolve('a.b')).rejects.toThrow('(ESERVFAIL)');
  });
});

it('resolv.conf is read as its manual says', () => {
  const text =
    'domain old.test\nsearch a.test .\noptions rotate ndots:99 timeout:3\noptions attempts:4 # ndots:2\n; x';
  expect(parseResolvConf(`nameserver 192.0.2.1\n${text}\nnameserver fe80::1%eth0\n`)).toEqual({
    servers: ['192.0.2.1', 'fe80::1%eth0'],
    search: ['a.test'],
    ndots: 15,
    timeoutMs: 3000,
    attempts: 4,
  });
  expect(parseResolvConf('')).toMatchObject({ servers: [], search: [], ndots: 1 });
});

describe('a delivery', () => {
  const SETTINGS = {
    allowPrivateNetworks: false,
    allowedNetworks: ['127.0.0.1'],
    httpsOnly: false,
    timeoutMs: LONG_MS,
    concurrency: 64,
  };
  let receiver: ConversationReceiver;
  let sender: Sender;

  beforeEach(async () => {
    receiver = await startConversation((socket) => {
      socket.end(answerOf('here', '200 OK', 'Connection: close\r\n'));
    });
    sender = createSender(SETTINGS, { paths, connectMs: LONG_MS });
  });
  afterEach(async () => {
    await sender.close();
    await receiver.close();
  });

  const sendTo = (host: string, by = sender) =>
    by.exchange({ owner: '1', url: receiver.url.replace('127.0.0.1', host), headers: {}, body: 'event' });
  const arrived = { kind: 'answered', status: 200, body: 'here' };

  it('waits for no silent name server but its own', async () => {
    const silent = Array.from({ length: 16 }, (_, index) => `silent-${index}.test`);
    for (const name of silent) replies[name] = 'silence';
    replies['known.test'] = ['127.0.0.1'];
    writeFileSync(paths.hosts, '127.0.0.1 listed.test\n');
    const ended: string[] = [];
    const waiting = silent.map(async (name) => {
      const outcome = await sendTo(name).catch((error: unknown) => error);
      ended.push(name);
      return outcome;
    });
    await nameServer.untilAsked(32);
    expect(await sendTo('listed.test')).toMatchObject(arrived);
    expect(await sendTo('known.test')).toMatchObject(arrived);
    expect(ended).toEqual([]);
    await sender.close();
    for (const outcome of await Promise.all(waiting)) {
      expect(outcome).toMatchObject({ name: 'SenderClosedError' });
    }
  });

  it('goes where the name leads now, if it may', async () => {
    replies['moving.test'] = ['127.0.0.1'];
    expect(await sendTo('moving.test')).toMatchObject(arrived);
    const blocked = { kind: 'failed', failure: 'blocked_address' };
    for (const addresses of [['127.0.0.2'], ['127.0.0.1', '10.0.0.1'], ['127.0.0.1', '::1']]) {
      replies['moving.test'] = addresses;
      expect(await sendTo('moving.test')).toMatchObject(blocked);
    }
    writeFileSync(paths.hosts, '::1 moving.test\n');
    expect(await sendTo('moving.test')).toMatchObject(blocked);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('goes to the address that answers, of several', async () => {
    const open = createSender({ ...SETTINGS, allowPrivateNetworks: true }, { paths });
    // Nobody listens at the first one.
    replies['double.test'] = ['::1', '127.0.0.1'];
    expect(await sendTo('double.test', open)).toMatchObject(arrived);
    await open.close();
  });
});

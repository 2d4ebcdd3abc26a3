import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createHostNames } from '../../src/plugins/work-tracking/server/src/webhooks/host-names';
import { createSender } from '../../src/plugins/work-tracking/server/src/webhooks/send';
import { startNameServer, type NameServer } from '../support/name-server';
import { makeFolder } from '../support/test-run';

/** Longer than any test waits. */
const LONG_MS = 60_000;

let silent: NameServer;
let answering: NameServer;

beforeAll(async () => {
  silent = await startNameServer(() => 'silence');
  answering = await startNameServer(() => ['192.0.2.1']);
});
afterAll(async () => {
  await silent.close();
  await answering.close();
});

/** Files as a system has them, with these lines in resolv.conf. */
function configured(...lines: string[]) {
  const folder = makeFolder('silent-name-servers');
  const paths = { hosts: path.join(folder, 'hosts'), resolvConf: path.join(folder, 'resolv.conf') };
  writeFileSync(paths.resolvConf, `${lines.join('\n')}\n`);
  return paths;
}

const MESSAGE = 'The name servers did not say in time where the host is: silent.test (ETIMEOUT).';

it('a name that a name server says nothing of is given up', async () => {
  const impatient = createHostNames(200, configured(`nameserver ${silent.address}`));
  await expect(impatient.resolve('silent.test')).rejects.toMatchObject({ message: MESSAGE });
  impatient.close();
});

it('the next name server is asked when the first one is silent', async () => {
  const names = createHostNames(
    LONG_MS,
    configured('options timeout:1', `nameserver ${silent.address}`, `nameserver ${answering.address}`),
  );
  silent.asked.length = 0;
  expect(await names.resolve('late.test')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect(new Set(silent.asked.map(({ name }) => name))).toEqual(new Set(['late.test']));
  names.close();
});

it('a delivery to a name that nothing is said of is a dns_error', async () => {
  const settings = {
    allowPrivateNetworks: false,
    allowedNetworks: ['127.0.0.1'],
    httpsOnly: false,
    timeoutMs: LONG_MS,
    concurrency: 64,
  };
  const sender = createSender(settings, { paths: configured(`nameserver ${silent.address}`) });
  const sent = sender.exchange({ owner: '1', url: 'http://silent.test/hook', headers: {}, body: 'event' });
  expect(await sent).toEqual({ kind: 'failed', failure: 'dns_error', message: MESSAGE });
  await sender.close();
});

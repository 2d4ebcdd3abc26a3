import path from 'node:path';
import supertest from 'supertest';
import { newProject, v1 } from '../support/api';
import { builtWith } from '../support/configured';
import { expectError } from '../support/errors';
import { told } from '../support/quota';
import { startServer, type OwnServer } from '../support/server';

// Each in an application of its own: what a limit is set to, and whose requests it counts.

const SKEWED_CLOCK = path.join(__dirname, '../support/skewed-clock.js');

const LIMITS = [
  'RATE_LIMIT_READS_PER_MINUTE',
  'RATE_LIMIT_WRITES_PER_MINUTE',
  'RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE',
];

it('the window ends within its minute after the clock of the host was set back', async () => {
  const own = await startServer({
    env: { NODE_OPTIONS: `--require ${SKEWED_CLOCK}`, SKEW_MS: '0', RATE_LIMIT_READS_PER_MINUTE: '1' },
  });
  const mine = await newProject(own);
  await mine.get('/tickets').expect(200);
  await own.run(() => void (process.env.SKEW_MS = String(-60 * 60 * 1000)));
  const headers = await expectError('rate_limited', mine.get('/tickets'));
  expect(told({ headers })).toMatchObject({ remaining: 0 });
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  await own.destroy();
});

it('a limit that is off has no header', async () => {
  const off = Object.fromEntries(LIMITS.map((name) => [name, '0']));
  const own = await startServer({ env: off });
  const mine = await newProject(own);
  const answers = [mine.get('/tickets'), mine.post('/tickets', {}), mine.get('/nothing')];
  for (const request of [...answers, v1(own, '').get('/tickets')]) {
    const { headers } = await request;
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('ratelimit-policy');
  }
  await own.destroy();
});

describe('requests that fail to authenticate are limited for their address', () => {
  const TWO = { RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '2' };

  /** Asks with a wrong token, through a proxy that names the client. @returns the status */
  const failFrom = async (server: OwnServer, client: string) => {
    const request = supertest(`${server.url}/api/v1`).get('/tickets').set('Authorization', 'Bearer wrong');
    return (await request.set('X-Forwarded-For', client)).status;
  };

  it('without a proxy its header names nobody', async () => {
    const server = await startServer({ env: TWO });
    const statuses = [];
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      statuses.push(await failFrom(server, client));
    }
    expect(statuses).toEqual([401, 401, 429]);
    await server.destroy();
  });

  it('behind a proxy they are those of its clients: an IPv4 address, or the /64 of an IPv6 one', async () => {
    const server = await startServer({ env: { ...TWO, ...builtWith({ server: { proxy: { koa: true } } }) } });
    const clients: [string, number][] = [
      ['203.0.113.1', 401],
      ['::ffff:203.0.113.1', 401],
      ['203.0.113.1, 198.51.100.1', 429],
      ['203.0.113.2', 401],
      ['2001:db8:0:1::1', 401],
      ['2001:db8:0:1:ffff::2', 401],
      ['2001:0db8:0000:0001::3', 429],
      ['2001:db8:0:2::1', 401],
      // A text that is no address counts for the proxy's own.
      ['unknown', 401],
      ['_hidden', 401],
      ['127.0.0.1', 429],
    ];
    const statuses = [];
    for (const [client] of clients) statuses.push([client, await failFrom(server, client)]);
    expect(statuses).toEqual(clients);
    await server.destroy();
  });
});

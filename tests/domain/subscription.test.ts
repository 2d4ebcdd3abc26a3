import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isAllowedAddress } from '../../src/plugins/work-tracking/domain/address';
import { assertSecret } from '../../src/plugins/work-tracking/domain/secret';
import { assertUrl, checkedEventTypes } from '../../src/plugins/work-tracking/domain/subscription';

const OPEN = { allowPrivateNetworks: true, allowedNetworks: [], httpsOnly: false };
const CLOSED = {
  allowPrivateNetworks: false,
  allowedNetworks: ['10.1.0.0/16', '192.168.7.7'],
  httpsOnly: false,
};

const refuses = (path: string) =>
  expect.objectContaining({
    code: 'validation_failed',
    fields: { details: [expect.objectContaining({ path })] },
  });

describe('addresses', () => {
  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '10.1.255.1', '192.168.7.7'])(
    '%s may be reached',
    (address) => {
      expect(isAllowedAddress(address, CLOSED)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '10.2.0.1',
    '172.16.0.1',
    '192.168.7.8',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'name.example',
    '',
  ])('%s may not', (address) => {
    expect(isAllowedAddress(address, CLOSED)).toBe(false);
  });
});

describe('url', () => {
  it.each([
    'http://a.example',
    'https://a.example:8443/hook?x=1',
    'https://8.8.8.8/',
    'http://10.1.2.3/',
    'HTTPS://a.example',
    'https://a.example?to=b@c',
    'https://bücher.example/ä#b',
  ])('takes %s', (url) => {
    expect(() => assertUrl(url, CLOSED)).not.toThrow();
  });

  it.each([
    'a.example',
    'ftp://a.example',
    'javascript:alert(1)',
    'https://user:pw@a.example',
    'https://user@a.example',
    'https://:@a.example/',
    'https://@a.example/',
    ' https://a.example/',
    'https://a.example/ ',
    'https://a.example/\n',
    'https://a.exa\tmple/',
    'https://a.example/a b',
    'https://a.example/\u0001',
    'https:a.example',
    'https:/a.example',
    'https:///a.example',
    'https:\\\\a.example',
    'https://a.example\\b',
    'https://',
    `https://a.example/${'x'.repeat(2048)}`,
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest',
    7,
    null,
  ])('refuses %s', (url) => {
    expect(() => assertUrl(url, CLOSED)).toThrow(refuses('url'));
  });

  it('takes https alone where that is set, and private addresses where they are allowed', () => {
    expect(() => assertUrl('http://a.example', { ...OPEN, httpsOnly: true })).toThrow(refuses('url'));
    expect(() => assertUrl('http://127.0.0.1:8080/', OPEN)).not.toThrow();
  });
});

describe('event types', () => {
  it('are a filled list of known ones, each once', () => {
    expect(checkedEventTypes(['ticket.created', 'ticket.created', 'audit.event'])).toEqual([
      'ticket.created',
      'audit.event',
    ]);
    for (const types of [[], 'ticket.created', [7], null]) {
      expect(() => checkedEventTypes(types)).toThrow(refuses('eventTypes'));
    }
    expect(() => checkedEventTypes(['ticket.deleted'])).toThrow(
      expect.objectContaining({ code: 'unknown_event_type' }),
    );
  });
});

it('a secret has 1 to 256 characters', () => {
  expect(() => assertSecret('s')).not.toThrow();
  expect(() => assertSecret('s'.repeat(256))).not.toThrow();
  for (const secret of ['', 's'.repeat(257), 7, undefined])
    expect(() => assertSecret(secret)).toThrow(refuses('secret'));
});

describe('a secret that begins with whsec_ goes on with 24 to 64 bytes in base64 (specification 7.6)', () => {
  const encoded = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;

  it.each([24, 25, 26, 63, 64])('%d bytes, as the verifier reads them', (bytes) => {
    const secret = encoded(bytes);
    expect(() => assertSecret(secret)).not.toThrow();
    expect(() => new Webhook(secret)).not.toThrow();
  });

  const good = encoded(32);
  it.each([
    ['nothing', 'whsec_'],
    ['other characters', 'whsec_!!!'],
    ['23 bytes', encoded(23)],
    ['65 bytes', encoded(65)],
    ['characters of URLs', `${good.slice(0, -3)}-_=`],
    ['a blank', `${good} `],
    ['a line break', `${good}\n`],
    ['blanks inside', good.replace(/^(.{12})./, '$1 ')],
    ['padding only', 'whsec_===='],
    ['too much padding', `${good}=`],
    ['one character too many', `${encoded(24)}A`],
    ['no padding', encoded(25).replace(/=+$/, '')],
    ['half of the padding', encoded(25).slice(0, -1)],
    ['bits behind the last byte', `whsec_${'A'.repeat(33)}B==`],
    ['the version before it', `v1,${good}`],
    ['the prefix twice', `whsec_${good}`],
  ])('%s is refused', (_what, secret) => {
    expect(() => assertSecret(secret)).toThrow(refuses('secret'));
  });
});

import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import fc from 'fast-check';
import { isAllowedAddress } from '../../src/plugins/work-tracking/domain/address';
import { guardedLookup } from '../../src/plugins/work-tracking/server/src/webhooks/address-guard';

const CLOSED = { allowPrivateNetworks: false, allowedNetworks: [], httpsOnly: false };

/** Grouped as in the registries of special-purpose addresses (RFC 6890). */
const SPECIAL: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '::', '0:0:0:0:0:0:0:0'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '0000::0001'],
  'loopback, spelled otherwise': [
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
  ],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%lo', 'febf::1'],
  'IETF protocols': ['192.0.0.1', '192.0.0.170', '2001:1::1', '2001:1ff::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  '6to4 relays': ['192.88.99.1'],
  AS112: ['192.31.196.1', '192.175.48.1', '2001:4:112::1', '2620:4f:8000::1'],
  AMT: ['192.52.193.1', '2001:3::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.1', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::808:808', '0::8.8.8.8', '::2'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::', '2001:0:808:808::'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'discard-only': ['100::1', '100::ffff', '100:0:0:1::1'],
  ORCHID: ['2001:10::1', '2001:20::1', '2001:30::1'],
  SRv6: ['5f00::1'],
  'given out to nobody': ['200::1', '400::1', '1::1', '4000::1', '8000::1', 'e000::1', 'fe00::1'],
  'of one link': ['2606:4700::1111%eth0'],
  'no address': [
    '',
    ' ',
    'localhost',
    'localhost.',
    '127.0.0.1.',
    ' 127.0.0.1',
    '1.2.3.256',
    '8.8.8.8.8',
    '[::1]',
  ],
  'no address either': [
    '4294967296',
    '１２７.0.0.1',
    '127。0。0。1',
    '08.8.8.8',
    '8.8.8.8/32',
    '::1::',
    '1:2:3',
    '%lo',
  ],
};

describe('an address that is special may not be reached', () => {
  const spellings = Object.entries(SPECIAL).flatMap(([kind, all]) => all.map((one) => [kind, one] as const));

  it.each(spellings)('%s: %s', (_kind, address) => {
    expect(isAllowedAddress(address, CLOSED)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '223.255.255.254',
  ])('others may: %s', (address) => {
    expect(isAllowedAddress(address, CLOSED)).toBe(true);
    expect(isAllowedAddress(`::ffff:${address}`, CLOSED)).toBe(true);
  });

  it.each(['2606:4700::1111', '2A00:1450:4001::200E', '2001:4860:4860::8888', '2003::1', '2001:200::1'])(
    'others may: %s',
    (address) => {
      expect(isAllowedAddress(address, CLOSED)).toBe(true);
    },
  );

  it('whatever carries it, an IPv4 address is judged as itself or refused', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::', '0::', '::ffff:', '::ffff:0:', '64:ff9b::'),
        (ipv4, prefix) => {
          if (isAllowedAddress(prefix + ipv4, CLOSED)) expect(isAllowedAddress(ipv4, CLOSED)).toBe(true);
        },
      ),
    );
  });

  it('says no, and never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdefx:.%/[]')) }), (text) => {
        expect([true, false]).toContain(isAllowedAddress(text, CLOSED));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a name', () => {
  const ask = (lookup: LookupFunction, all = true) =>
    new Promise((resolve, reject) => {
      lookup('name.example', { all }, (error, addresses) => {
        if (error) reject(error);
        else resolve(addresses);
      });
    });
  const at = (...addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  /** A resolver that answers differently each time. */
  const answering = (...answers: LookupAddress[][]): LookupFunction =>
    guardedLookup(CLOSED, () => Promise.resolve(answers.shift() ?? []));

  it('is at the addresses that were judged', async () => {
    expect(await ask(answering(at('8.8.8.8', '2606:4700::1')))).toEqual(at('8.8.8.8', '2606:4700::1'));
    expect(await ask(answering(at('8.8.8.8', '8.8.4.4')), false)).toBe('8.8.8.8');
  });

  it.each([
    [at('8.8.8.8', '::1')],
    [at('2606:4700::1', '127.0.0.1')],
    [at('8.8.8.8', '8.8.4.4', '10.0.0.1')],
    [at('::ffff:127.0.0.1')],
    [at('fe80::1%eth0')],
  ])('with a forbidden address among its own is blocked: %j', async (addresses) => {
    await expect(ask(answering(addresses))).rejects.toMatchObject({ name: 'BlockedAddressError' });
    await expect(ask(answering(addresses), false)).rejects.toMatchObject({ name: 'BlockedAddressError' });
  });

  it('that answers differently the second time is judged again', async () => {
    const rebinding = answering(at('8.8.8.8'), at('127.0.0.1'));
    expect(await ask(rebinding)).toEqual(at('8.8.8.8'));
    await expect(ask(rebinding)).rejects.toMatchObject({ name: 'BlockedAddressError' });
  });

  it('that nothing is known of is an error', async () => {
    const unknown = new Error('unknown');
    const lookup = guardedLookup(CLOSED, () => Promise.reject(unknown));
    await expect(ask(lookup)).rejects.toBe(unknown);
  });
});

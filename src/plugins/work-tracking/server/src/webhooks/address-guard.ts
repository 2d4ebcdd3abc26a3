import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedAddress, literalAddress, type AddressPolicy } from '../../../domain/address';

/** A delivery was about to connect to an address that it may not reach. */
export class BlockedAddressError extends Error {
  constructor(host: string, address: string) {
    super(`${host} is at ${address}, which deliveries may not reach.`);
    this.name = 'BlockedAddressError';
  }
}

/**
 * Opens sockets to allowed addresses only. A name is judged by what it resolves to, and the judged address is the one
 * that is connected to; with one forbidden address among several, none is.
 */
export function guardedConnector(policy: AddressPolicy, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy) });
  return (options, callback) => {
    // The lookup is not asked about a host that is an address itself.
    const address = literalAddress(options.hostname);
    if (address !== null && !isAllowedAddress(address, policy)) {
      callback(new BlockedAddressError(options.hostname, address), null);
      return;
    }
    connect(options, callback);
  };
}

/** How a name becomes all of its addresses; the system's own way, but for a test's. */
export type Resolve = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/** Resolves a name for one socket, which connects to the very addresses that were judged here. */
export function guardedLookup(policy: AddressPolicy, resolve: Resolve = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const blocked = addresses.find(({ address }) => !isAllowedAddress(address, policy));
      if (blocked) {
        callback(new BlockedAddressError(hostname, blocked.address), []);
        return;
      }
      const [first] = addresses;
      if (options.all || !first) {
        callback(null, addresses);
        return;
      }
      callback(null, first.address, first.family);
    });
  };
}

import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedAddress, literalAddress, type AddressPolicy } from '../../../domain/address';

/** A delivery was about to connect to a forbidden address. */
export class BlockedAddressError extends Error {
  constructor(host: string, address: string) {
    super(`${host} is at ${address}, which deliveries may not reach.`);
    this.name = 'BlockedAddressError';
  }
}

/**
 * Opens sockets to allowed addresses only. A host name is judged by the addresses that it resolves to, and the socket
 * connects to one of these same addresses. If one of them is forbidden, none is used.
 */
export function guardedConnector(policy: AddressPolicy, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy) });
  return (options, callback) => {
    // There is no lookup for a host that is already an address.
    const address = literalAddress(options.hostname);
    if (address !== null && !isAllowedAddress(address, policy)) {
      callback(new BlockedAddressError(options.hostname, address), null);
      return;
    }
    connect(options, callback);
  };
}

/** Resolves a host name to all its addresses: `dns.lookup`, unless a test passes its own. */
export type Resolve = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

/** A `lookup` for sockets that fails for forbidden addresses. */
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

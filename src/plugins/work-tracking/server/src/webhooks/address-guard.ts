import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import {
  FORBIDDEN_ADDRESS,
  FORBIDDEN_SCHEME,
  isAllowedAddress,
  literalAddress,
  type AddressPolicy,
} from '../../../domain/address';

/** A delivery was about to connect to a forbidden address, or without TLS where it is required. */
export class BlockedAddressError extends Error {
  constructor(message: string = FORBIDDEN_ADDRESS) {
    super(message);
    this.name = 'BlockedAddressError';
  }
}

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Opens sockets to allowed addresses only, and for allowed schemes. A host name is judged by the addresses that it
 * resolves to, and the socket connects to one of these same addresses. If one of them is forbidden, none is used.
 * @param timeoutMs for the look-up and connecting
 */
export function guardedConnector(
  policy: AddressPolicy,
  timeoutMs: number,
  resolve: Resolve,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup(policy, resolve),
  });
  return (options, callback) => {
    if (policy.httpsOnly && options.protocol !== 'https:') {
      callback(new BlockedAddressError(FORBIDDEN_SCHEME), null);
      return;
    }
    // There is no lookup for a host that is already an address.
    const address = literalAddress(options.hostname);
    if (address !== null && !isAllowedAddress(address, policy)) {
      callback(new BlockedAddressError(), null);
      return;
    }
    connect(options, callback);
  };
}

/** A `lookup` for sockets that fails for forbidden addresses. */
export function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const judge = (addresses: LookupAddress[]) => {
      if (addresses.some(({ address }) => !isAllowedAddress(address, policy))) {
        callback(new BlockedAddressError(), []);
        return;
      }
      const [first] = addresses;
      if (options.all || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    resolve(hostname).then(judge, (error: unknown) => callback(error as Error, []));
  };
}

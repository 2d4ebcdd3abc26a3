import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';

/** The groups of an IPv6 address, of 16 bits each, that name the network of one customer: a /64. */
const NETWORK_GROUPS = 4;

/**
 * Identifies the client of a request that nobody has authenticated: its IPv4 address, or the /64 of its IPv6 address,
 * of which one machine has as many addresses as it likes. A proxy's header counts as far as Strapi's `server.proxy`
 * says; one that has no address in it counts as if it were not there.
 */
export function clientAddress({ ip, req }: Context): string {
  const given = [ip, req.socket.remoteAddress ?? ''].find((address) => ipaddr.isValid(address));
  if (given === undefined) return 'unknown';
  const address = ipaddr.process(given);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

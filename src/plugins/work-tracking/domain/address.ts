import ipaddr from 'ipaddr.js';

/** Where deliveries may go. */
export interface AddressPolicy {
  /** Loopback, private and all other special addresses count as public ones. */
  allowPrivateNetworks: boolean;
  /** CIDRs and single addresses that are allowed all the same. */
  allowedNetworks: readonly string[];
}

/**
 * May a delivery connect to this address (gaps.md, Deliveries: url)? Only what is public unicast may be reached;
 * an IPv6 form that carries an IPv4 address is special itself, but for `::ffff:`, which is judged as the IPv4 address.
 * @param address an IP address as text; anything else is refused
 */
export function isAllowedAddress(address: string, policy: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (policy.allowPrivateNetworks || parsed.range() === 'unicast') return true;
  return policy.allowedNetworks.some((network) => {
    const [base, length] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.parse(network), undefined] as const);
    return base.kind() === parsed.kind() && parsed.match(base, length ?? base.toByteArray().length * 8);
  });
}

/** The address that the host of a URL spells out; null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

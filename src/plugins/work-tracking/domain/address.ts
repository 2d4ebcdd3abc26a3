import ipaddr from 'ipaddr.js';

/** Where deliveries may go. */
export interface AddressPolicy {
  /** Loopback, private and all other special addresses count as public ones. */
  allowPrivateNetworks: boolean;
  /** CIDRs and single addresses that are allowed all the same. */
  allowedNetworks: readonly string[];
}

type Address = ReturnType<typeof ipaddr.process>;

/** All that IANA gives out of IPv6 for use in public (RFC 4291 2.4); what is outside of it is special, named or not. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The IPv4-compatible form, given up by RFC 4291 (2.5.5.1): ipaddr.js alone takes it for `::ffff:1.2.3.4`. */
const IPV4_COMPATIBLE = /^::(?=[^:]+\.)/;

/** An IPv6 form that carries an IPv4 address is special itself, but for `::ffff:`, which stands for the IPv4 address. */
const parse = (address: string): Address => ipaddr.process(address.replace(IPV4_COMPATIBLE, '0::'));

/**
 * May a delivery connect to this address (gaps.md, Deliveries: url)? Only what is public unicast may be reached.
 * @param address an IP address as text; anything else is refused
 */
export function isAllowedAddress(address: string, policy: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = parse(address);
  if (policy.allowPrivateNetworks || isPublic(parsed)) return true;
  return policy.allowedNetworks.some((network) => {
    const [base, length] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.parse(network), undefined] as const);
    return base.kind() === parsed.kind() && parsed.match(base, length ?? base.toByteArray().length * 8);
  });
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (!(address instanceof ipaddr.IPv6)) return true;
  // A zone is one of this machine's own links.
  return address.match(GLOBAL_UNICAST) && !address.zoneId;
}

/** The address that the host of a URL spells out; null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

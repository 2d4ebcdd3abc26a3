import ipaddr from 'ipaddr.js';

/** The rules about the addresses that deliveries may go to. */
export interface AddressPolicy {
  /** Loopback, private and all other special addresses count as public ones. */
  allowPrivateNetworks: boolean;
  /** CIDRs and single addresses that are allowed although they are not public. */
  allowedNetworks: readonly string[];
  /** Nothing is sent over http. */
  httpsOnly: boolean;
}

/** Says which setting decides, and nothing of the address: a tenant must not learn where a name of yours leads. */
export const FORBIDDEN_ADDRESS =
  'Deliveries may not reach this address, unless DELIVERY_ALLOWED_NETWORKS names its network.';

export const FORBIDDEN_SCHEME = 'Deliveries go to https addresses only (DELIVERY_HTTPS_ONLY).';

type Address = ReturnType<typeof ipaddr.process>;

/**
 * All of IPv6 that IANA has assigned for public use (RFC 4291 2.4). Whatever is outside of it counts as special, even
 * without a name of its own.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * The IPv4-compatible form, deprecated by RFC 4291 (2.5.5.1). ipaddr.js reads it as `::ffff:1.2.3.4`, which nothing
 * else does.
 */
const IPV4_COMPATIBLE = /^::(?=[^:]+\.)/;

/**
 * Several forms of IPv6 contain an IPv4 address. Only `::ffff:` stands for that address; the others are special
 * themselves.
 */
const parse = (address: string): Address => ipaddr.process(address.replace(IPV4_COMPATIBLE, '0::'));

/**
 * May a delivery connect to this address (specification 7.5)? Only public unicast addresses may, unless the policy
 * says otherwise.
 * @param address an IP address as text; anything else is refused
 */
export function isAllowedAddress(
  address: string,
  policy: Pick<AddressPolicy, 'allowPrivateNetworks' | 'allowedNetworks'>,
): boolean {
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
  // An address with a zone is on one of this machine's own links.
  return address.match(GLOBAL_UNICAST) && !address.zoneId;
}

/** The address that the host of a URL spells out; null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

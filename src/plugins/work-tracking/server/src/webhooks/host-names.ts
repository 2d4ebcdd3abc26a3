import { promises as dns, type LookupAddress } from 'node:dns';
import {
  parseHosts,
  parseResolvConf,
  readWhenChanged,
  SYSTEM_PATHS,
  type ResolvConf,
  type ResolverPaths,
} from './resolver-files';

/** A host name that no address was found for. Its message names nothing but the name. */
export class UnresolvedNameError extends Error {
  /** @param code of Node's `dns`, such as ENOTFOUND */
  constructor(hostname: string, code: string) {
    super(`${SENTENCES[code] ?? 'The name servers could not say where the host is'}: ${hostname} (${code}).`);
    this.name = 'UnresolvedNameError';
  }
}

const SENTENCES: Record<string, string> = {
  ENOTFOUND: 'There is no such host',
  ETIMEOUT: 'The name servers did not say in time where the host is',
};

/** Finds the addresses of host names. */
export interface HostNames {
  /** @throws UnresolvedNameError */
  resolve(hostname: string): Promise<LookupAddress[]>;
  /** Gives up what is being looked up. */
  close(): void;
}

/** RFC 6761 6.3: never asked of a name server. */
const LOCALHOST = /(^|\.)localhost$/;
const LOOPBACK: LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

/**
 * Resolves names by the hosts file, and then by the name servers of resolv.conf(5). `dns.lookup` would do so in one of
 * the four threads that also read and write files, for as long as a name server is silent. Each look-up has sockets of
 * its own here, so it waits for no other and ends in time; for one name there is one at once.
 * @param timeoutMs of a look-up
 */
export function createHostNames(timeoutMs: number, paths: ResolverPaths = SYSTEM_PATHS): HostNames {
  const hosts = readWhenChanged(paths.hosts, parseHosts);
  const resolvConf = readWhenChanged(paths.resolvConf, parseResolvConf);
  const running = new Map<string, Promise<LookupAddress[]>>();
  const resolvers = new Set<dns.Resolver>();

  async function lookUp(hostname: string): Promise<LookupAddress[]> {
    const bare = hostname.replace(/\.$/, '');
    const listed = hosts().get(bare);
    if (listed) return listed;
    if (LOCALHOST.test(bare)) return LOOPBACK;
    const conf = resolvConf();
    const resolver = resolverOf(conf);
    resolvers.add(resolver);
    const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      for (const candidate of candidatesOf(hostname, conf)) {
        const addresses = await addressesOf(resolver, candidate);
        if (addresses.length > 0) return addresses;
      }
    } catch (error) {
      const code = codeOf(error);
      throw new UnresolvedNameError(hostname, code === dns.CANCELLED ? dns.TIMEOUT : code);
    } finally {
      clearTimeout(deadline);
      resolvers.delete(resolver);
    }
    throw new UnresolvedNameError(hostname, dns.NOTFOUND);
  }

  return {
    resolve(hostname) {
      const name = hostname.toLowerCase();
      const lookup = running.get(name) ?? lookUp(name).finally(() => running.delete(name));
      running.set(name, lookup);
      return lookup;
    },
    close() {
      for (const resolver of resolvers) resolver.cancel();
    },
  };
}

function resolverOf({ servers, timeoutMs, attempts }: ResolvConf): dns.Resolver {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries: attempts });
  const known = servers.filter((server) => isServer(server));
  if (known.length > 0) resolver.setServers(known);
  return resolver;
}

/** Also takes a port (`127.0.0.1:5353`), which resolv.conf(5) knows nothing of. */
function isServer(server: string): boolean {
  try {
    new dns.Resolver().setServers([server]);
    return true;
  } catch {
    return false;
  }
}

/** The full names that a name may stand for, in the order in which they are asked for. */
function candidatesOf(hostname: string, { search, ndots }: ResolvConf): string[] {
  if (hostname.endsWith('.')) return [hostname];
  const inDomains = search.map((domain) => `${hostname}.${domain}`);
  const dots = hostname.split('.').length - 1;
  return dots >= ndots ? [hostname, ...inDomains] : [...inDomains, hostname];
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

/** Codes that say that a name has no such addresses. Any other says that it is not known. */
const NONE: readonly unknown[] = [dns.NOTFOUND, dns.NODATA];

/**
 * IPv6 first: where this machine has no way there, that shows at once, and connecting goes on with IPv4.
 * @returns none when there is no such name
 */
async function addressesOf(resolver: dns.Resolver, name: string): Promise<LookupAddress[]> {
  const answers = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 6 : 4 }))
      : [],
  );
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === 'rejected' && !NONE.includes(codeOf(answer.reason))) throw answer.reason;
  }
  return [];
}

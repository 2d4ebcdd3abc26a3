/** The address of a Redis server, and the account to connect with. */
export interface RedisAddress {
  host: string;
  port: number;
  /** Speaks TLS, with a certificate that Node trusts. */
  isTls: boolean;
  username?: string;
  password?: string;
  /** The number of the database. */
  db: number;
}

const DEFAULT_PORT = 6379;

/**
 * Reads `redis://user:password@host:port/db`, or the same with `rediss://`; all but the host may be left out.
 * @returns undefined for anything else, parameters included: what would be ignored may be what somebody relies on
 */
export function readRedisUrl(text: string): RedisAddress | undefined {
  if (!/^rediss?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const [, db = '0'] = /^\/?(\d{0,5})$/.exec(pathname) ?? [];
  if (hostname === '' || !/^\/?\d{0,5}$/.test(pathname) || search !== '' || hash !== '') return undefined;
  try {
    return {
      // An IPv6 address is in brackets in a URL, and nowhere else.
      host: hostname.replace(/^\[(.+)\]$/, '$1'),
      port: port === '' ? DEFAULT_PORT : Number(port),
      isTls: protocol === 'rediss:',
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      db: Number(db),
    };
  } catch {
    // A % that is no percent-encoding.
    return undefined;
  }
}

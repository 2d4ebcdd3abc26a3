import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';

/** The files in which the system keeps host names and name servers. */
export interface ResolverPaths {
  hosts: string;
  resolvConf: string;
}

export const SYSTEM_PATHS: ResolverPaths =
  process.platform === 'win32'
    ? {
        hosts: path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32/drivers/etc/hosts'),
        resolvConf: '',
      }
    : { hosts: '/etc/hosts', resolvConf: '/etc/resolv.conf' };

/** The addresses of each name of a hosts file, in small letters. */
export type Hosts = ReadonlyMap<string, LookupAddress[]>;

export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>();
  for (const words of wordsOfLines(text)) {
    const [address = '', ...names] = words;
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const known = hosts.get(name.toLowerCase()) ?? [];
      hosts.set(name.toLowerCase(), [...known, { address, family }]);
    }
  }
  return hosts;
}

/** The name servers of resolv.conf(5), and how to ask them. */
export interface ResolvConf {
  /** Empty: those that the system names elsewhere. */
  servers: string[];
  search: string[];
  /** A name with fewer dots is looked for in the search domains first. */
  ndots: number;
  /** The time-out of the first question to a server. */
  timeoutMs: number;
  /** How often each server is asked. */
  attempts: number;
}

/** Used where the file says nothing. With them, a lost packet is sent again before the look-up is given up. */
const DEFAULTS = { ndots: 1, timeout: 2, attempts: 2 };

/** The limits that resolv.conf(5) gives. */
const LIMITS = { ndots: [0, 15], timeout: [1, 30], attempts: [1, 5] } as const;

export function parseResolvConf(text: string): ResolvConf {
  const servers: string[] = [];
  const options = { ...DEFAULTS };
  let search: string[] = [];
  for (const [keyword, ...values] of wordsOfLines(text)) {
    if (keyword === 'nameserver' && values[0]) servers.push(values[0]);
    // The last of these lines counts.
    if (keyword === 'search' || keyword === 'domain') search = values;
    if (keyword === 'options') Object.assign(options, ...values.map(optionOf));
  }
  const { ndots, timeout, attempts } = options;
  const domains = search.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== '');
  return { servers, search: domains, ndots, timeoutMs: timeout * 1000, attempts };
}

function optionOf(option: string): Partial<typeof DEFAULTS> {
  const [, name, digits] = /^(ndots|timeout|attempts):(\d+)$/.exec(option) ?? [];
  if (!name) return {};
  const [least, most] = LIMITS[name as keyof typeof DEFAULTS];
  return { [name]: Math.min(Math.max(Number(digits), least), most) };
}

/** Without comments and empty lines. */
const wordsOfLines = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.replace(/[#;].*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));

/**
 * Reads a file, and again when it has changed. One that can't be read is an empty one. It is read at once, not by Node's
 * thread pool, where it would wait behind everything else that does.
 */
export function readWhenChanged<Parsed>(file: string, parse: (text: string) => Parsed): () => Parsed {
  let version = '';
  let parsed = parse('');
  return () => {
    const found = versionOf(file);
    if (found !== version) parsed = parse(found === '' ? '' : textOf(file));
    version = found;
    return parsed;
  };
}

function versionOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino}/${size}/${mtimeMs}`;
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

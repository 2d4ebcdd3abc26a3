import { readText, type Env } from './variables';

/** The databases on a server, and the schemes of their addresses. */
const SCHEMES = {
  postgres: ['postgres', 'postgresql'],
  mysql: ['mysql', 'mariadb'],
} satisfies Record<string, string[]>;

export type ServerClient = keyof typeof SCHEMES;

export const SERVER_CLIENTS = Object.keys(SCHEMES) as ServerClient[];

/** The address in `DATABASE_URL`. */
export interface DatabaseAddress {
  client: ServerClient;
  /** Without spaces around it. */
  text: string;
  url: URL;
}

/**
 * `DATABASE_URL`; undefined when it is not set.
 * @throws Error with a sentence; the address is not in it, as it may have a password
 */
export function readAddress(env: Env): DatabaseAddress | undefined {
  const text = readText(env, 'DATABASE_URL');
  if (text === undefined) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  const client = SERVER_CLIENTS.find((name) => SCHEMES[name].some((own) => own === scheme));
  if (!client || !URL.canParse(text)) {
    const problem = client ? 'is no valid URL' : scheme ? `begins with ${scheme}://` : 'has no scheme';
    const accepted = Object.values(SCHEMES)
      .flat()
      .map((name) => `${name}://`);
    throw new Error(
      `DATABASE_URL ${problem}: it must be ${accepted.join(', ')}…, with special characters percent-encoded; ` +
        'SQLite is set by DATABASE_FILENAME.',
    );
  }
  const url = new URL(text);
  if (text.includes('#'))
    throw new Error('DATABASE_URL has a #, after which nothing is read: write %23 for it.');
  // Without a name PostgreSQL takes the database that is named like the user.
  if (url.pathname.length <= 1) {
    throw new Error(
      `DATABASE_URL names no database: its name comes after the host, as in ${scheme}://host/name.`,
    );
  }
  return { client, text, url };
}

/**
 * The text that a part of an address stands for.
 * @throws Error with a sentence
 */
export function decoded(part: string, decode = decodeURIComponent): string {
  try {
    return decode(part);
  } catch {
    throw new Error('DATABASE_URL has a % that is no percent-encoding: write %25 for it.');
  }
}

import { readText, type Env } from './variables';

/** The databases, and the schemes of their addresses. */
const SCHEMES = {
  postgres: ['postgres', 'postgresql'],
  mysql: ['mysql', 'mariadb'],
  sqlite: [],
} satisfies Record<string, string[]>;

export type DatabaseClient = keyof typeof SCHEMES;

const CLIENTS = Object.keys(SCHEMES) as DatabaseClient[];

/** What only a database on a server has. */
const SERVER_VARIABLES = [
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_NAME',
  'DATABASE_USERNAME',
  'DATABASE_PASSWORD',
];

/**
 * `DATABASE_CLIENT`, else by the scheme of `DATABASE_URL`, else the embedded SQLite. What can't be meant so stops the
 * start, which would otherwise serve an empty SQLite database.
 * @throws Error with a sentence; an address is not in it, as it may have a password
 */
export function databaseClient(env: Env): DatabaseClient {
  const client = readText(env, 'DATABASE_CLIENT');
  const ofUrl = clientOfUrl(readText(env, 'DATABASE_URL'));
  if (client !== undefined && !isClient(client)) {
    throw new Error(
      `DATABASE_CLIENT is "${client}": it must be ${CLIENTS.join(', ')} (mysql is MariaDB's too).`,
    );
  }
  if (client && ofUrl && client !== ofUrl) {
    throw new Error(
      `DATABASE_CLIENT is "${client}", and DATABASE_URL is an address of ${ofUrl}: unset one of them.`,
    );
  }
  const found = client ?? ofUrl;
  if (found) return found;
  const stray = SERVER_VARIABLES.find((name) => readText(env, name) !== undefined);
  if (stray) {
    throw new Error(
      `${stray} is set, but nothing says of which database: set DATABASE_CLIENT to ${CLIENTS.join(', ')}.`,
    );
  }
  return 'sqlite';
}

const isClient = (text: string): text is DatabaseClient => Object.hasOwn(SCHEMES, text);

function clientOfUrl(url: string | undefined): DatabaseClient | undefined {
  if (url === undefined) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  const client = CLIENTS.find((name) => scheme !== undefined && SCHEMES[name].some((own) => own === scheme));
  if (client && URL.canParse(url)) return client;
  const accepted = Object.values(SCHEMES)
    .flat()
    .map((name) => `${name}://`);
  const problem = client ? 'is no valid URL' : scheme ? `begins with ${scheme}://` : 'has no scheme';
  throw new Error(
    `DATABASE_URL ${problem}: it must be ${accepted.join(', ')}…, with special characters percent-encoded; ` +
      'SQLite is set by DATABASE_FILENAME.',
  );
}

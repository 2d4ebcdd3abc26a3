import type { DatabaseAddress } from './database-address';
import { readFlag, readText, type Env } from './variables';

/** The parameters for TLS that the driver of PostgreSQL reads in an address. */
const POSTGRES_PARAMETERS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'];

/**
 * The TLS of a connection, of `DATABASE_SSL` and `DATABASE_SSL_*`: false for none. What the address of PostgreSQL says
 * of it counts instead.
 * @throws Error with a sentence when the address asks for something that would be ignored: the connection would be in
 * clear text
 */
export function databaseTls(env: Env, address?: DatabaseAddress) {
  const isOn = readFlag(env, 'DATABASE_SSL', false);
  if (address) refuseIgnored(address, isOn);
  return (
    isOn && {
      key: readText(env, 'DATABASE_SSL_KEY'),
      cert: readText(env, 'DATABASE_SSL_CERT'),
      ca: readText(env, 'DATABASE_SSL_CA'),
      rejectUnauthorized: readFlag(env, 'DATABASE_SSL_REJECT_UNAUTHORIZED', true),
    }
  );
}

function refuseIgnored({ client, url: { search, searchParams } }: DatabaseAddress, isOn: boolean): void {
  if (client === 'mysql') {
    if (search === '') return;
    throw new Error(
      'DATABASE_URL has parameters after the name, and those of MySQL are not read: ' +
        'leave them out, and set DATABASE_SSL and DATABASE_SSL_* for TLS.',
    );
  }
  const unknown = [...searchParams.keys()].find(
    (name) => /^(ssl|tls)/i.test(name) && !POSTGRES_PARAMETERS.includes(name),
  );
  if (unknown !== undefined) {
    throw new Error(
      `DATABASE_URL has the parameter ${unknown}, which is not read: ` +
        'set sslmode in its place, or DATABASE_SSL and DATABASE_SSL_* for TLS.',
    );
  }
  if (isOn && (searchParams.get('sslmode') === 'disable' || searchParams.get('ssl') === '0')) {
    throw new Error('DATABASE_SSL is true, and DATABASE_URL turns TLS off: unset one of them.');
  }
}

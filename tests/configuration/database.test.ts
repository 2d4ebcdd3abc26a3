import { env } from '@strapi/utils';
import database from '../../config/database';

const NAMES = ['DATABASE_CLIENT', 'DATABASE_URL', 'DATABASE_USERNAME', 'DATABASE_PASSWORD'];
const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
afterAll(() => {
  for (const name of NAMES) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

/** The application's connection when only these variables are set. */
function connectionWith(variables: Record<string, string>) {
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, variables);
  return database({ env }).connection.connection;
}

it.each(['mysql', 'postgres'])('a password of %s may have any character', (client) => {
  const variables = { DATABASE_CLIENT: client, DATABASE_USERNAME: 'a%41', DATABASE_PASSWORD: '100%' };
  expect(connectionWith(variables)).toMatchObject({ user: 'a%41', password: '100%' });
});

it('in a URL of MySQL it is encoded as everywhere in URLs', () => {
  expect(connectionWith({ DATABASE_URL: 'mysql://a%40b:100%25@db.example:3307/tracking' })).toMatchObject({
    host: 'db.example',
    port: 3307,
    database: 'tracking',
    user: 'a@b',
    password: '100%',
  });
});

import { env } from '@strapi/utils';
import { Client, type ClientConfig } from 'pg';
import database from '../../config/database';

const before = { ...process.env };
const withoutDatabase = Object.fromEntries(
  Object.entries(before).filter(([name]) => !name.startsWith('DATABASE_')),
);
afterEach(() => {
  process.env = { ...before };
});

/** The application's connection when only these variables are set. */
function connectionWith(variables: Record<string, string>) {
  process.env = { ...withoutDatabase, ...variables };
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

it.each([
  ['postgres', 5432],
  ['mysql', 3306],
])('what is empty for %s counts as not set, but for a password, which may be none', (client, port) => {
  const names = ['URL', 'HOST', 'PORT', 'NAME', 'USERNAME', 'PASSWORD', 'SCHEMA', 'SSL', 'SSL_CA'];
  const empty = Object.fromEntries(names.map((name) => [`DATABASE_${name}`, '']));
  const defaults = { host: 'localhost', port, database: 'strapi', user: 'strapi', password: '', ssl: false };
  expect(connectionWith({ DATABASE_CLIENT: client, ...empty })).toMatchObject(defaults);
  expect(connectionWith({ DATABASE_CLIENT: client, ...empty, DATABASE_SSL: 'true' })).toMatchObject({
    ssl: { ca: undefined },
  });
});

it('an empty schema of PostgreSQL, and an empty file of SQLite, are the default too', () => {
  expect(connectionWith({ DATABASE_CLIENT: 'postgres', DATABASE_SCHEMA: '' })).toMatchObject({
    schema: 'public',
  });
  expect(connectionWith({ DATABASE_FILENAME: ' ' })).toMatchObject({
    filename: expect.stringMatching(/\.tmp\/data\.db$/),
  });
});

it.each([
  ['postgres://postgres@127.0.0.1', 'postgres://host/name'],
  ['postgresql://u:hidden@db.example:5432/', 'postgresql://host/name'],
  ['postgres://u@db.example?sslmode=require', 'postgres://host/name'],
  ['mysql://root@127.0.0.1', 'mysql://host/name'],
  ['mariadb://root@127.0.0.1:3306/', 'mariadb://host/name'],
])('an address without the name of a database is refused: %s', (url, example) => {
  expect(() => connectionWith({ DATABASE_URL: url })).toThrow(
    `DATABASE_URL names no database: its name comes after the host, as in ${example}.`,
  );
});

it.each([
  ['postgres://u:p@db.example/tracking?sslmode=disable', 'tracking'],
  ['postgres://u:100%@db.example/work%20tracking', 'work tracking'],
  ['postgres://u:p@db.example/a%2Fb', 'a%2Fb'],
])('the database that the driver of PostgreSQL opens is the one that Strapi names: %s', (url, name) => {
  const connection = connectionWith({ DATABASE_URL: url, DATABASE_NAME: 'other' });
  expect(connection).toMatchObject({ database: name });
  expect(new Client(connection as ClientConfig).database).toBe(name);
});

it.each([
  ['mysql://root@[::1]/tracking', '::1'],
  ['postgres://root@[::1]/tracking', '::1'],
  [' mysql://root@db.example/tracking\t', 'db.example'],
  [' postgres://root@db.example/tracking\n', 'db.example'],
])('an address of IPv6, or with spaces around it, is one: %j', (url, host) => {
  const connection = connectionWith({ DATABASE_URL: url });
  const { host: opened, database: name } = url.includes('postgres')
    ? new Client(connection as ClientConfig)
    : (connection as ClientConfig);
  expect([opened, name]).toEqual([host, 'tracking']);
});

describe('what an address says and no driver reads is refused', () => {
  it.each([
    ['mysql://root@db.example/tracking?ssl-mode=REQUIRED', /parameters .* DATABASE_SSL /],
    ['mariadb://root@db.example/tracking?ssl={"rejectUnauthorized":true}', /parameters .* DATABASE_SSL /],
    ['mysql://root@db.example/tracking?charset=utf8mb4', /parameters .* DATABASE_SSL /],
    ['mysql://root@db.example/tracking#x', /^DATABASE_URL has a #/],
    ['postgres://root@db.example/tracking#?sslmode=require', /^DATABASE_URL has a #/],
    ['postgres://root:12#3@db.example/tracking', /^DATABASE_URL has a #/],
    ['postgres://root@db.example/tracking?ssl-mode=REQUIRED', /the parameter ssl-mode.* DATABASE_SSL /],
    ['postgres://root@db.example/tracking?SSLMODE=require', /the parameter SSLMODE.* DATABASE_SSL /],
  ])('%s', (url, sentence) => {
    expect(() => connectionWith({ DATABASE_URL: url })).toThrow(sentence);
  });

  it.each(['sslmode=disable', 'ssl=0'])('DATABASE_SSL, where the address has %s', (parameter) => {
    const url = `postgres://root@db.example/tracking?${parameter}`;
    expect(() => connectionWith({ DATABASE_URL: url, DATABASE_SSL: 'true' })).toThrow(
      /^DATABASE_SSL is true/,
    );
    const connection = connectionWith({ DATABASE_URL: url });
    expect(new Client(connection as ClientConfig)).toMatchObject({ ssl: false });
  });

  it('but what the driver of PostgreSQL reads counts', () => {
    const url =
      'postgres://root@db.example/tracking?sslmode=no-verify&application_name=tracking&keepalives=1';
    expect(new Client(connectionWith({ DATABASE_URL: url }) as ClientConfig)).toMatchObject({
      ssl: { rejectUnauthorized: false },
      connectionParameters: { application_name: 'tracking' },
    });
  });
});

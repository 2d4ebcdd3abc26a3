import path from 'node:path';
import { createDatabase, type TestDatabase } from '../support/database';
import { startServer } from '../support/server';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it.each([
  ['relations', 'the join table of admin::api-token-permission.token'],
  ['entityManager', 'strapi.db.entityManager.deleteMany'],
  ['lookUps', 'the error of a look-up of relations that failed'],
  ['apiTokens', 'admin::api-token-content-api.exists'],
  ['savepoints', 'what knex says of a savepoint'],
  ['lengths', 'what Strapi\'s validator makes of {"sample":"xxxx"} for {"type":"text"}'],
  ['descriptions', "what Strapi's zod makes of a schema with an id and a description"],
])('a Strapi or a knex that is not as it was known ends the start: %s', async (part, named) => {
  const failing = startWithout(part);
  await expect(failing).rejects.toThrow(/Work Tracking can't run on this Strapi \(5\.\d+\.\d+\): /);
  await expect(failing).rejects.toThrow(`${named} is not what it is in`);
});

it('an undici that reads sockets in another way ends the start', () =>
  expect(startWithout('reads')).rejects.toThrow("Work Tracking can't deliver with this undici"));

function startWithout(part: string) {
  const preloaded = path.join(__dirname, '../support/other-host.js');
  return startServer({ database, env: { NODE_OPTIONS: `--require ${preloaded}`, OTHER_HOST: part } });
}

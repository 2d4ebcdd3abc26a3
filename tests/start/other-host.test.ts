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
])('a Strapi or a knex that is not as it was known ends the start: %s', async (part, named) => {
  const preloaded = path.join(__dirname, '../support/other-host.js');
  const env = { NODE_OPTIONS: `--require ${preloaded}`, OTHER_HOST: part };
  const sentence = new RegExp(
    `Work Tracking can't run on this Strapi \\(5\\.\\d+\\.\\d+\\): ${named} is not what it is in`,
  );
  await expect(startServer({ database, env })).rejects.toThrow(sentence);
});

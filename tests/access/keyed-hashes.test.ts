import { createHash } from 'node:crypto';
import { fileTicket, newProject, v1, type Api } from '../support/api';
import { startServer, type OwnServer, type TestServer } from '../support/server';

const KEYS = 'plugin::work-tracking.idempotency-key';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const SUBSCRIPTION = { url: 'http://127.0.0.1:9/hook', secret: 'weak', event_types: ['ticket.created'] };

/** @returns its answer */
const keyed = (api: Api, path: string, body: object) =>
  api.post(path, body).set('Idempotency-Key', 'again').expect(201);

const hashesIn = (of: TestServer) =>
  of.run(
    (strapi, uid) =>
      strapi.db
        .connection(strapi.db.metadata.get(uid).tableName)
        .select('key_hash', 'request_hash')
        .orderBy('id'),
    KEYS,
  ) as Promise<{ key_hash: string; request_hash: string }[]>;

/** Leaves the stored keys as the last release did: hashed without a key, here those of many other requests, too. */
const leavePlain = (old: OwnServer, hashes: { key_hash: string; request_hash: string }[]) =>
  old.run(
    async (strapi, { uid, plain }) => {
      const table = () => strapi.db.connection(strapi.db.metadata.get(uid).tableName);
      const rows = await table().select('*').orderBy('id');
      for (const [index, { id }] of rows.entries()) await table().where({ id }).update(plain[index]);
      const [{ id: _id, ...row }] = rows;
      const many = plain
        .slice(rows.length)
        .map((own, index) => ({ ...row, document_id: `m${index}`, ...own }));
      await strapi.db.connection.batchInsert(strapi.db.metadata.get(uid).tableName, many, 100);
      await strapi.db
        .connection('strapi_migrations_internal')
        .where({ name: 'work-tracking-05-keyed-hashes' })
        .delete();
    },
    { uid: KEYS, plain: hashes },
  );

it('answers the requests of before the upgrade again, and keeps no hash that was made without a key', async () => {
  const old = await startServer();
  const api = await newProject(old);
  const ticket = await fileTicket(api);
  const requests: [string, object][] = [
    ['/tickets', { title: 'Once' }],
    [`/tickets/${ticket.id}/comments`, { body: 'Once' }],
    ['/webhooks/subscriptions', SUBSCRIPTION],
  ];
  const first = [];
  for (const [path, body] of requests) first.push(await keyed(api, path, body));
  const tokenId = await old.run(async (strapi) => {
    const [{ id }] = await strapi.db.query('admin::api-token').findMany({ orderBy: { id: 'desc' } });
    return id as number;
  });
  const plain = [
    ...requests.map(([path, body]) => ({
      key_hash: sha256(JSON.stringify([`token:${tokenId}`, api.tenantId, 'POST', `/api/v1${path}`, 'again'])),
      request_hash: sha256(`\n${JSON.stringify(body)}`),
    })),
    ...Array.from({ length: 1_200 }, (_, index) => ({
      key_hash: sha256(`key ${index}`),
      request_hash: sha256(`request ${index}`),
    })),
  ];
  const stored = (await hashesIn(old)).flatMap((row) => Object.values(row));
  expect(stored).toHaveLength(6);
  for (const hash of plain.flatMap((row) => Object.values(row))) expect(stored).not.toContain(hash);
  await leavePlain(old, plain);
  await old.stop();

  // One after the other (docs/operation.md): Strapi compares the tables where there is something to migrate.
  const servers = [
    await startServer({ database: old.database }),
    await startServer({ database: old.database }),
  ];
  try {
    for (const server of servers) {
      for (const [index, [path, body]] of requests.entries()) {
        const again = await keyed({ ...api, ...v1(server, api.token) }, path, body);
        expect([path, again.headers['idempotent-replayed'], again.text]).toEqual([
          path,
          'true',
          first[index]!.text,
        ]);
      }
    }
    const now = await hashesIn(servers[0]!);
    expect(now.slice(0, 3).flatMap((row) => Object.values(row))).toEqual(stored);
    expect(now).toHaveLength(plain.length);
    const hashes = now.flatMap((row) => Object.values(row));
    expect(hashes.filter((hash) => !/^hmac:[0-9a-f]{64}$/.test(hash))).toEqual([]);
    expect(new Set(hashes).size).toBe(2 * plain.length);
    const { body } = await v1(servers[1]!, api.token).get('/tickets').expect(200);
    expect(body.tickets).toHaveLength(2);
  } finally {
    await servers[0]!.stop();
    await servers[1]!.destroy();
  }
});

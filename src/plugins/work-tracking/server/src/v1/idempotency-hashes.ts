import { createHash, createHmac } from 'node:crypto';
import type { Core } from '@strapi/types';
import mapValues from 'lodash/mapValues';
import { registerMigration } from '../host/migrations';
import { IDEMPOTENCY_KEY } from '../uids';

/** What tells a hash with the key from one without, which is nothing but 64 digits. */
const PREFIX = 'hmac:';

/** Small, so that few rows are in memory at once. */
const BATCH = 500;

interface Hashes {
  key_hash: string;
  request_hash: string;
}

/**
 * The hash of a request or of its key, as it is stored. A body may hold a secret: whoever has the database alone can't
 * try which one it was, since the key of the hash is ENCRYPTION_KEY.
 */
export const storedHash = (strapi: Core.Strapi, text: string): string =>
  withKey(strapi, createHash('sha256').update(text).digest('hex'));

/** Made of the plain hash, which is all that older versions have kept. */
function withKey(strapi: Core.Strapi, hash: string): string {
  const secret = strapi.config.get<string>('admin.secrets.encryptionKey');
  return PREFIX + createHmac('sha256', `idempotency:${secret}`).update(hash).digest('hex');
}

/** Puts the key into the hashes that an older version has stored, once; several processes may do so at once. */
export const keyStoredHashes = (strapi: Core.Strapi): Promise<void> =>
  registerMigration(strapi, 'work-tracking-05-keyed-hashes', async (transaction, db) => {
    const { tableName } = db.metadata.get(IDEMPOTENCY_KEY);
    if (!(await transaction.schema.hasTable(tableName))) return;
    let lastId = 0;
    for (;;) {
      const rows: ({ id: number } & Hashes)[] = await transaction(tableName)
        .select('id', 'key_hash', 'request_hash')
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(BATCH);
      for (const { id, ...plain } of rows) {
        if (plain.key_hash.startsWith(PREFIX)) continue;
        const keyed = mapValues(plain, (hash) => withKey(strapi, hash));
        // Another process may have been faster.
        await transaction(tableName)
          .where({ id, ...plain })
          .update(keyed);
      }
      if (rows.length < BATCH) return;
      lastId = rows.at(-1)?.id ?? lastId;
    }
  });

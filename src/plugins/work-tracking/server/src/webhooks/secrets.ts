import type { Core } from '@strapi/types';
import { inBatches } from '../database/batches';
import { databaseNow } from '../database/clock';
import { tableOf } from '../database/tables';
import { encryption } from '../host/admin-services';
import { SUBSCRIPTION } from '../uids';

/** @throws Error that says what to set; without a key no subscription can be kept, so Strapi does not start */
export function assertEncryptionKey(strapi: Core.Strapi): void {
  if (!strapi.config.get('admin.secrets.encryptionKey')) {
    throw new Error(
      'ENCRYPTION_KEY is not set (admin.secrets.encryptionKey in config/admin): webhook secrets are encrypted with it.',
    );
  }
}

/** Encrypts a subscription's secret, as it is stored. */
export function encryptSecret(strapi: Core.Strapi, secret: string): string {
  const encrypted = encryption(strapi).encrypt(secret);
  if (encrypted === null) throw new Error('The secret could not be encrypted: ENCRYPTION_KEY is not set.');
  return encrypted;
}

/** @returns null when it can't be read, as when ENCRYPTION_KEY is no longer the one that it was encrypted with */
export function decryptSecret(strapi: Core.Strapi, stored: string): string | null {
  try {
    return encryption(strapi).decrypt(stored);
  } catch {
    // Strapi throws for a text that it has not encrypted.
    return null;
  }
}

/** A subscription's secret before the present one, as it is stored. */
interface PreviousSecret {
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

/** The attributes of a subscription without a previous secret. */
export const NO_PREVIOUS_SECRET = { previousSecret: null, previousSecretUntil: null };

const EMPTY_COLUMNS = { previous_secret: null, previous_secret_until: null };

/** @returns the previous secret in clear; undefined unless it is valid at `at` and can be decrypted */
export function validPreviousSecret(
  strapi: Core.Strapi,
  { previousSecret, previousSecretUntil }: PreviousSecret,
  at: Date,
): string | undefined {
  if (previousSecret === null || previousSecretUntil === null || previousSecretUntil <= at) return undefined;
  return decryptSecret(strapi, previousSecret) ?? undefined;
}

/** Forgets a subscription's previous secret, in the running transaction: from now on nothing is signed with it. */
export async function forgetPreviousSecret(strapi: Core.Strapi, documentId: string): Promise<void> {
  // Directly in the table, since the lifecycles let nobody write it.
  await strapi.db.transaction(({ trx }) =>
    tableOf(strapi, SUBSCRIPTION).where({ document_id: documentId }).update(EMPTY_COLUMNS).transacting(trx),
  );
}

/** Deletes the previous secrets whose time is over. Several instances may run it at once. */
export async function deleteOldSecrets(strapi: Core.Strapi): Promise<void> {
  const old = () => tableOf(strapi, SUBSCRIPTION).where('previous_secret_until', '<=', databaseNow());
  const rows: { id: number }[] = await old().select('id');
  const ids = rows.map(({ id }) => id);
  // By id, since MariaDB locks every row that it goes through; one may have been replaced again meanwhile.
  await inBatches(ids, async (batch) => {
    await old().whereIn('id', batch).update(EMPTY_COLUMNS);
    return [];
  });
}

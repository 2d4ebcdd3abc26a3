import type { Core } from '@strapi/types';

/** Strapi's own encryption: AES-256-GCM with a key derived from `admin.secrets.encryptionKey` (ENCRYPTION_KEY). */
interface EncryptionService {
  encrypt(value: string): string | null;
  decrypt(value: string): string | null;
}

const encryption = (strapi: Core.Strapi): EncryptionService => strapi.service('admin::encryption') as never;

/** @throws Error that says what to set; without a key no subscription can be kept, so Strapi does not start */
export function assertEncryptionKey(strapi: Core.Strapi): void {
  if (!strapi.config.get('admin.secrets.encryptionKey')) {
    throw new Error(
      'ENCRYPTION_KEY is not set (admin.secrets.encryptionKey in config/admin): webhook secrets are encrypted with it.',
    );
  }
}

/** What is stored of a subscription's secret. */
export function encryptSecret(strapi: Core.Strapi, secret: string): string {
  const encrypted = encryption(strapi).encrypt(secret);
  if (encrypted === null) throw new Error('The secret could not be encrypted: ENCRYPTION_KEY is not set.');
  return encrypted;
}

/** @returns null when ENCRYPTION_KEY is no longer the one that it was encrypted with */
export const decryptSecret = (strapi: Core.Strapi, stored: string): string | null =>
  encryption(strapi).decrypt(stored);

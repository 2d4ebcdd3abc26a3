import type { Core } from '@strapi/types';
import { assertMethods } from './known';

/** An action that roles can have, as Strapi registers it: the part that is used here. */
interface Action {
  actionId: string;
  subjects?: string[];
}

/** The part of Settings → Roles that an action is put into, as far as it is used here. */
export interface Section {
  actions: { actionId: string; subjects?: string[] }[];
  subjects: { uid: string; label: string; properties: object[] }[];
}

/** Strapi's service of the permissions of roles, as far as it is used here. */
interface Permissions {
  actionProvider: {
    get(id: string): Action | undefined;
    registerMany(actions: object[]): Promise<void>;
  };
  sectionsBuilder: {
    addHandler(section: string, handler: (part: { action: Action; section: Section }) => void): void;
  };
}

/** Strapi's own encryption: AES-256-GCM with a key derived from `admin.secrets.encryptionKey` (ENCRYPTION_KEY). */
interface Encryption {
  /** @returns null without a key */
  encrypt(value: string): string | null;
  /** @throws Error for a text that it has not encrypted */
  decrypt(value: string): string | null;
}

export const permissions = (strapi: Core.Strapi): Permissions =>
  strapi.service('admin::permission') as unknown as Permissions;

/** Takes an action on types away from all roles. */
export function withdrawAction(strapi: Core.Strapi, id: string, uids: readonly string[]): void {
  const action = permissions(strapi).actionProvider.get(id);
  if (action?.subjects) action.subjects = action.subjects.filter((uid) => !uids.includes(uid));
}

export const encryption = (strapi: Core.Strapi): Encryption =>
  strapi.service('admin::encryption') as unknown as Encryption;

/** @throws Error when one of the two is not as it was known */
export function checkAdminServices(strapi: Core.Strapi): void {
  const known: Partial<Permissions> = permissions(strapi);
  assertMethods(strapi, 'admin::permission.actionProvider', known.actionProvider, ['get', 'registerMany']);
  assertMethods(strapi, 'admin::permission.sectionsBuilder', known.sectionsBuilder, ['addHandler']);
  assertMethods(strapi, 'admin::encryption', encryption(strapi), ['encrypt', 'decrypt']);
}

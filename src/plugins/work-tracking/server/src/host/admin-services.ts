import type { Core, UID } from '@strapi/types';
import { ADMIN_PERMISSION } from '../uids';
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
  deleteByIds(ids: readonly number[]): Promise<unknown>;
  engine: {
    /** What an administrator may do, by all of their roles. */
    generateUserAbility(user: { id: number; roles: readonly object[] }): Promise<unknown>;
  };
  actionProvider: {
    get(id: string): Action | undefined;
    registerMany(actions: object[]): Promise<void>;
  };
  sectionsBuilder: {
    addHandler(section: string, handler: (part: { action: Action; section: Section }) => void): void;
  };
}

/** Strapi's service of roles, as far as it is used here. */
interface Roles {
  exists(): Promise<boolean>;
  /** Makes Super Admin, Editor and Author at the first start of an application. */
  createRolesIfNoneExist(): Promise<void>;
  /** Replaces what a role may do, as a save in Settings → Roles. */
  assignPermissions(roleId: number, given?: object[]): Promise<unknown>;
}

/** Strapi's service of the fields that a role can have of a type. */
interface RoleFields {
  getNestedFields(type: object, options: { components: object }): string[];
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

const roles = (strapi: Core.Strapi): Roles => strapi.service('admin::role') as unknown as Roles;

const typeFields = (strapi: Core.Strapi): RoleFields =>
  strapi.service('admin::content-type') as unknown as RoleFields;

/** The fields that Settings → Roles offers of a type; of a component, their paths: `plan.label`. */
export const roleFields = (strapi: Core.Strapi, uid: string): string[] =>
  typeFields(strapi).getNestedFields(strapi.contentType(uid as UID.ContentType), {
    components: strapi.components,
  });

/**
 * Keeps types from the Editor and the Author that Strapi makes at the first start of an application: they get every type
 * that the panel shows.
 */
export function withholdFromFirstRoles(strapi: Core.Strapi, uids: readonly string[]): void {
  const service = roles(strapi);
  const create = service.createRolesIfNoneExist.bind(service);
  service.createRolesIfNoneExist = async () => {
    await strapi.db.transaction(async () => {
      if (await service.exists()) return;
      await create();
      const given: { id: number }[] = await strapi.db
        .query(ADMIN_PERMISSION)
        .findMany({ select: ['id'], where: { subject: { $in: uids } } });
      // Strapi gives its Super Admin all permissions only after this.
      await permissions(strapi).deleteByIds(given.map(({ id }) => id));
    });
  };
}

/** Runs `then` after each change of what a role may do. */
export function afterRoleChanges(strapi: Core.Strapi, then: (roleId: number) => Promise<void>): void {
  const service = roles(strapi);
  const assign = service.assignPermissions.bind(service);
  service.assignPermissions = async (roleId, given) => {
    const result = await assign(roleId, given);
    await then(roleId);
    return result;
  };
}

export const encryption = (strapi: Core.Strapi): Encryption =>
  strapi.service('admin::encryption') as unknown as Encryption;

/** @throws Error when one of them is not as it was known */
export function checkAdminServices(strapi: Core.Strapi): void {
  const known: Partial<Permissions> = permissions(strapi);
  assertMethods(strapi, 'admin::permission', known, ['deleteByIds']);
  assertMethods(strapi, 'admin::permission.engine', known.engine, ['generateUserAbility']);
  assertMethods(strapi, 'admin::role', roles(strapi), [
    'exists',
    'createRolesIfNoneExist',
    'assignPermissions',
  ]);
  assertMethods(strapi, 'admin::content-type', typeFields(strapi), ['getNestedFields']);
  assertMethods(strapi, 'admin::permission.actionProvider', known.actionProvider, ['get', 'registerMany']);
  assertMethods(strapi, 'admin::permission.sectionsBuilder', known.sectionsBuilder, ['addHandler']);
  assertMethods(strapi, 'admin::encryption', encryption(strapi), ['encrypt', 'decrypt']);
}

import type { Core, UID } from '@strapi/types';
import { permissions, withdrawAction, type Section } from '../host/admin-services';
import { hideType } from '../host/content-types';
import { contentTypes } from '../host/strapi-utils';
import { ATTEMPT, AUDIT_ENTRY, DELIVERY, EVENT, READ_CONTENT, RESEND } from '../uids';

/** The types that people read and the service alone writes. The deliveries console and the histories show them. */
const READ_ONLY: readonly string[] = [EVENT, DELIVERY, ATTEMPT, RESEND, AUDIT_ENTRY];

const EXPLORER = 'plugin::content-manager.explorer';
const WRITE_ACTIONS = ['create', 'update', 'delete', 'publish'].map((action) => `${EXPLORER}.${action}`);

/**
 * Removes the content manager's write actions from the read-only types, so that no role can have them and the panel
 * offers neither "Create" nor "Save". The lifecycles of these types refuse writes in any case.
 */
export function makeReadOnlyInPanel(strapi: Core.Strapi): void {
  for (const id of WRITE_ACTIONS) withdrawAction(strapi, id, READ_ONLY);
}

/**
 * Keeps the read-only types out of the content manager's menu and out of the homepage's lists and counts. Roles keep
 * their permissions to read them, which Settings → Roles goes on to offer, and so does the MCP server its tools. Must
 * run after the content manager's own bootstrap, which removes permissions and tools of types that are hidden before.
 */
export function hideServiceTypes(strapi: Core.Strapi): void {
  for (const uid of READ_ONLY) hideType(strapi, uid);
  permissions(strapi).sectionsBuilder.addHandler('collectionTypes', ({ action, section }) => {
    if (action.actionId === READ_CONTENT) offerToRoles(strapi, section);
  });
}

/** Strapi leaves hidden types out of the roles' page, and drops what a role may read of them when it is saved there. */
function offerToRoles(strapi: Core.Strapi, { actions, subjects }: Section): void {
  const read = actions.find(({ actionId }) => actionId === READ_CONTENT);
  for (const uid of READ_ONLY) {
    const type = strapi.contentType(uid as UID.ContentType);
    const fields = contentTypes.getVisibleAttributes(type).map((name) => ({
      label: name,
      value: name,
      ...(type.attributes[name]?.required ? { required: true } : {}),
    }));
    read?.subjects?.push(uid);
    subjects.push({
      uid,
      label: type.info.singularName,
      properties: [{ label: 'Fields', value: 'fields', children: fields }],
    });
  }
}

import type { Core } from '@strapi/types';
import { ATTEMPT, AUDIT_ENTRY, DELIVERY, RESEND } from '../uids';

const READ_ONLY: readonly string[] = [DELIVERY, ATTEMPT, RESEND, AUDIT_ENTRY];
const WRITE_ACTIONS = ['create', 'update', 'delete', 'publish'].map(
  (action) => `plugin::content-manager.explorer.${action}`,
);

/**
 * Takes the content manager's write actions off the types that the service alone writes: no role can hold them, so the
 * panel offers neither "Create" nor "Save" there. The types' lifecycles refuse such writes in any case.
 */
export function makeReadOnlyInPanel(strapi: Core.Strapi): void {
  const { actionProvider } = strapi.service('admin::permission') as {
    actionProvider: { get(id: string): { subjects?: string[] } | undefined };
  };
  for (const id of WRITE_ACTIONS) {
    const action = actionProvider.get(id);
    if (action?.subjects) action.subjects = action.subjects.filter((uid) => !READ_ONLY.includes(uid));
  }
}

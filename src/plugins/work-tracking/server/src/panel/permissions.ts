import type { Core } from '@strapi/types';
import { PANEL_ACTIONS } from '../../../domain/panel-actions';
import { ATTEMPT, AUDIT_ENTRY, DELIVERY, EVENT, RESEND } from '../uids';

/** Strapi's registry of actions, as far as it is used here. */
interface ActionProvider {
  registerMany(actions: object[]): Promise<void>;
}

/** Adds the panel's actions to Settings → Roles. Super admins have all of them from the next start on. */
export async function registerPanelActions(strapi: Core.Strapi): Promise<void> {
  const { actionProvider } = strapi.service('admin::permission') as { actionProvider: ActionProvider };
  await actionProvider.registerMany(
    PANEL_ACTIONS.map((action) => ({ ...action, section: 'plugins', pluginName: 'work-tracking' })),
  );
}

const READ_ONLY: readonly string[] = [EVENT, DELIVERY, ATTEMPT, RESEND, AUDIT_ENTRY];
const WRITE_ACTIONS = ['create', 'update', 'delete', 'publish'].map(
  (action) => `plugin::content-manager.explorer.${action}`,
);

/**
 * Removes the content manager's write actions from the read-only types, so that no role can have them and the panel
 * offers neither "Create" nor "Save". The lifecycles of these types refuse writes in any case.
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

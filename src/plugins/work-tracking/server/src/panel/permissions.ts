import type { Core } from '@strapi/types';
import { PANEL_ACTIONS } from '../../../domain/panel-actions';

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

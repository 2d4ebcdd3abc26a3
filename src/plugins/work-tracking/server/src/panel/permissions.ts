import type { Core } from '@strapi/types';
import { PANEL_ACTIONS } from '../../../domain/panel-actions';
import { permissions } from '../host/admin-services';

/** Adds the panel's actions to Settings → Roles. Super admins have all of them from the next start on. */
export async function registerPanelActions(strapi: Core.Strapi): Promise<void> {
  await permissions(strapi).actionProvider.registerMany(
    PANEL_ACTIONS.map((action) => ({ ...action, section: 'plugins', pluginName: 'work-tracking' })),
  );
}

import { useAuth, type Permission } from '@strapi/strapi/admin';
import { actionId, type PanelAction } from '../../domain/panel-actions';

/** What Strapi's guards of links, pages and buttons take: any one of these actions opens them. */
export const permissionsFor = (...actions: PanelAction[]): Permission[] =>
  actions.map((action) => ({ action: actionId(action), subject: null }));

/** Tells whether the person at the panel holds an action. The server judges each request all the same. */
export function useMay(): (action: PanelAction) => boolean {
  const permissions = useAuth('useMay', (auth) => auth.permissions);
  return (action) => permissions.some((permission) => permission.action === actionId(action));
}

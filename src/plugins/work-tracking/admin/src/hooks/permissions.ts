import { useAuth, type Permission } from '@strapi/strapi/admin';
import { actionId, type PanelAction } from '../../../domain/panel-actions';

/** The permissions that Strapi asks for before it shows a link, a page or a widget; holding one of them is enough. */
export const permissionsFor = (...actions: PanelAction[]): Permission[] =>
  actions.map((action) => ({ action: actionId(action), subject: null }));

/** Whether the user holds a permission. It decides what is shown; the server checks each request again. */
export function useMay(): (action: PanelAction) => boolean {
  const permissions = useAuth('useMay', (auth) => auth.permissions);
  return (action) => permissions.some((permission) => permission.action === actionId(action));
}

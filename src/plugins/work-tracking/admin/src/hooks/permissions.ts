import { useAuth, type Permission } from '@strapi/strapi/admin';
import { ASKED_FIELDS } from '../../../domain/decision';
import { actionId, type PanelAction } from '../../../domain/panel-actions';

/** The permissions that Strapi asks for before it shows a link or a page, of which one is enough, or a widget. */
export const permissionsFor = (...actions: PanelAction[]): Permission[] =>
  actions.map((action) => ({ action: actionId(action), subject: null }));

const CREATE_DECISION = {
  action: 'plugin::content-manager.explorer.create',
  subject: 'plugin::work-tracking.decision',
};

/** What opens a page. */
interface PageRight {
  action: PanelAction;
  /** Whether the right to ask does, too. */
  isForAskers?: boolean;
}

/** Those for links and pages. */
export const permissionsForPages = (...pages: PageRight[]): Permission[] =>
  pages.flatMap(({ action, isForAskers }) => [
    ...permissionsFor(action),
    ...(isForAskers ? [CREATE_DECISION] : []),
  ]);

/** Whether the user holds a permission. It decides what is shown; the server checks each request again. */
export function useMay(): (action: PanelAction) => boolean {
  const permissions = useAuth('useMay', (auth) => auth.permissions);
  return (action) => permissions.some((permission) => permission.action === actionId(action));
}

/** Whether the user may open a page: by its permission, or for what they have asked. */
export function useMayOpen(): (page: PageRight) => boolean {
  const may = useMay();
  const mayAsk = useMayAsk();
  return ({ action, isForAskers = false }) => may(action) || (isForAskers && mayAsk);
}

/** Whether the user may file decisions that ask for something. */
export function useMayAsk(): boolean {
  const permissions = useAuth('useMayAsk', (auth) => auth.permissions);
  const { action, subject } = CREATE_DECISION;
  const held = permissions.filter((one) => one.action === action && one.subject === subject);
  return ASKED_FIELDS.every((field) =>
    held.some(({ properties }) => {
      const fields = properties?.fields as string[] | null | undefined;
      return !fields || fields.includes(field);
    }),
  );
}

/** Whether the user may read a type in the content manager, or some of it. */
export function useMayRead(): (uid: string) => boolean {
  const permissions = useAuth('useMayRead', (auth) => auth.permissions);
  return (uid) =>
    permissions.some(
      ({ action, subject }) => action === 'plugin::content-manager.explorer.read' && subject === uid,
    );
}

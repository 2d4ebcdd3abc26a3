import { Stack } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { BASE_PATH, PAGES } from './pages/pages';
import { permissionsFor } from './permissions';
import { message } from './translations/messages';

/** "Work tracking" in the panel's menu, for those who may open at least one of its pages. */
export const MENU_LINK: Parameters<StrapiApp['addMenuLink']>[0] = {
  to: BASE_PATH,
  icon: Stack,
  intlLabel: message('plugin.name'),
  permissions: permissionsFor(...PAGES.map(({ action }) => action)),
  Component: () => import('./pages/WorkTracking'),
};

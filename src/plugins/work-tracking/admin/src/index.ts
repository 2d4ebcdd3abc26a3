import { Stack } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { extendContentManager, registerInputFields } from './content-manager/register';
import { permissionsFor } from './hooks/permissions';
import { BASE_PATH, PAGES } from './navigation';
import { message } from './translations/messages';
import { registerTrads } from './translations/register';
import { registerWidgets } from './widgets/register';

export default {
  register(app: StrapiApp) {
    app.addMenuLink({
      to: BASE_PATH,
      icon: Stack,
      intlLabel: message('plugin.name'),
      permissions: permissionsFor(...PAGES.map(({ action }) => action)),
      Component: () => import('./pages/PageRouter'),
    });
    registerWidgets(app);
    registerInputFields(app);
  },
  bootstrap(app: Pick<StrapiApp, 'getPlugin'>) {
    extendContentManager(app);
  },
  registerTrads,
};

import type { StrapiApp } from '@strapi/strapi/admin';
import { extendContentManager, registerCustomFields } from './content-manager/register';
import { MENU_LINK } from './menu-link';
import { registerTrads } from './translations/register';
import { registerWidgets } from './widgets/widgets';

export default {
  register(app: StrapiApp) {
    app.addMenuLink(MENU_LINK);
    registerWidgets(app);
    registerCustomFields(app);
  },
  bootstrap(app: Pick<StrapiApp, 'getPlugin'>) {
    extendContentManager(app);
  },
  registerTrads,
};

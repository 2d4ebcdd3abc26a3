import type { StrapiApp } from '@strapi/strapi/admin';
import { PANEL_PATH } from '../../domain/panel-path';
import { watchLists } from './content-manager/list-cells';
import { watchListedEntries } from './content-manager/open-work';
import { extendContentManager, registerInputFields } from './content-manager/register';
import { watchConnection } from './hooks/connection';
import { permissionsFor, permissionsForPages } from './hooks/permissions';
import { leaveOut, putOn } from './host/in-force';
import { MenuIcon } from './menu/MenuIcon';
import { PAGES } from './navigation';
import { message } from './translations/messages';
import { registerTrads } from './translations/register';
import { registerWidgets } from './widgets/register';

export default {
  register(app: StrapiApp) {
    putOn('host.places', () =>
      app.addMenuLink({
        to: PANEL_PATH,
        icon: MenuIcon,
        intlLabel: message('plugin.name'),
        permissions: permissionsForPages(...PAGES),
        Component: () => import('./pages/PageRouter'),
      }),
    );
    putOn('host.places', () =>
      app.addSettingsLink(
        { id: 'work-tracking', intlLabel: message('plugin.name') },
        {
          id: 'work-tracking-sign-off',
          intlLabel: message('signOff.title'),
          to: 'work-tracking/sign-off',
          permissions: permissionsFor('sign-off.read'),
          Component: () => import('./pages/sign-off/SignOffPage'),
        },
      ),
    );
    putOn('host.lists', () => app.addMiddlewares([watchConnection, watchLists, watchListedEntries]));
    putOn('host.places', () => registerWidgets(app));
    putOn('host.places', () => registerInputFields(app));
  },
  bootstrap(app: Pick<StrapiApp, 'getPlugin' | 'registerHook'>) {
    extendContentManager(app);
  },
  registerTrads: (given: { locales: string[] }) =>
    registerTrads(given).catch((error: unknown) => {
      leaveOut('host.texts', error);
      return [];
    }),
};

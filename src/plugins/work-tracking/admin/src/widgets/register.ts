import { CheckCircle, Stack, WarningCircle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { permissionsFor } from '../hooks/permissions';
import { PAGES, pagePath, type PageName } from '../navigation';
import { message, type MessageId } from '../translations/messages';

type WidgetArgs = Extract<Parameters<StrapiApp['widgets']['register']>[0], { id: string }>;

interface WidgetDefinition {
  id: string;
  icon: WidgetArgs['icon'];
  title: MessageId;
  /** The page that the widget links to, and the text of that link. */
  page: PageName;
  link: MessageId;
  component: WidgetArgs['component'];
}

const WIDGETS: readonly WidgetDefinition[] = [
  {
    id: 'decisions',
    icon: CheckCircle,
    title: 'widget.decisions',
    page: 'inbox',
    link: 'widget.decisions.all',
    component: async () => (await import('./DecisionsWidget')).default,
  },
  {
    id: 'deliveries',
    icon: WarningCircle,
    title: 'widget.deliveries',
    page: 'deliveries',
    link: 'widget.deliveries.all',
    component: async () => (await import('./DeliveriesWidget')).default,
  },
  {
    id: 'tickets',
    icon: Stack,
    title: 'widget.tickets',
    page: 'board',
    link: 'widget.tickets.all',
    component: async () => (await import('./TicketsWidget')).default,
  },
];

/** The homepage's widgets, each for users who may open the page that it links to. */
export const registerWidgets = (app: StrapiApp): void => {
  app.widgets.register(
    WIDGETS.map(({ id, icon, title, page, link, component }) => ({
      id,
      pluginId: 'work-tracking',
      ...(icon ? { icon } : {}),
      title: message(title),
      link: { label: message(link), href: pagePath(page) },
      permissions: permissionsFor(...PAGES.filter(({ name }) => name === page).map(({ action }) => action)),
      component,
    })),
  );
};

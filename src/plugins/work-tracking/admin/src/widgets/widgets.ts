import { CheckCircle, Stack, WarningCircle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { PanelAction } from '../../../domain/panel-actions';
import { BASE_PATH } from '../pages/pages';
import { permissionsFor } from '../permissions';
import { message, type MessageId } from '../translations/messages';

type WidgetArgs = Extract<Parameters<StrapiApp['widgets']['register']>[0], { id: string }>;

interface WidgetDefinition {
  id: string;
  icon: WidgetArgs['icon'];
  title: MessageId;
  /** Below `BASE_PATH`, where more is to be seen. */
  page: string;
  link: MessageId;
  /** Without it a person is not offered the widget. */
  action: PanelAction;
  component: WidgetArgs['component'];
}

const WIDGETS: readonly WidgetDefinition[] = [
  {
    id: 'decisions',
    icon: CheckCircle,
    title: 'widget.decisions',
    page: 'inbox',
    link: 'widget.decisions.all',
    action: 'decision.read',
    component: async () => (await import('./DecisionsWidget')).default,
  },
  {
    id: 'deliveries',
    icon: WarningCircle,
    title: 'widget.deliveries',
    page: 'deliveries',
    link: 'widget.deliveries.all',
    action: 'delivery.read',
    component: async () => (await import('./DeliveriesWidget')).default,
  },
  {
    id: 'tickets',
    icon: Stack,
    title: 'widget.tickets',
    page: 'board',
    link: 'widget.tickets.all',
    action: 'board.read',
    component: async () => (await import('./TicketsWidget')).default,
  },
];

/** The homepage's widgets, each for those who may open the page behind it. */
export const registerWidgets = (app: StrapiApp): void => {
  app.widgets.register(
    WIDGETS.map(({ id, icon, title, page, link, action, component }) => ({
      id,
      pluginId: 'work-tracking',
      ...(icon ? { icon } : {}),
      title: message(title),
      link: { label: message(link), href: `/${BASE_PATH}/${page}` },
      permissions: permissionsFor(action),
      component,
    })),
  );
};

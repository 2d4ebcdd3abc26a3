import { panelRoute } from '../route';
import { failedDeliveries } from './failed-deliveries';

/** What the homepage's widgets need that no page asks for. */
export const widgetRoutes = [
  panelRoute({
    method: 'GET',
    path: '/widgets/failed-deliveries',
    action: 'delivery.read',
    async handle({ strapi, admin }) {
      return { data: await failedDeliveries(strapi, admin) };
    },
  }),
];

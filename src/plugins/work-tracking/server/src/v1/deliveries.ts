import type { DeliveryState } from '../../../domain/delivery';
import { resendDelivery } from '../events/resends';
import { z } from '../host/strapi-utils';
import { omitUndefined, pageOf } from '../paging/page';
import {
  DELIVERY_SUMMARY,
  deliveryRecord,
  fullDeliveryRecord,
  ownerFilter,
  stateFilter,
  type Delivery,
} from '../records/delivery';
import { resendRecord, type Resend } from '../records/resend';
import { DELIVERY, RESEND } from '../uids';
import { route, ListAnswer } from './endpoint';
import { deliveryListQuery, noBody } from './schemas/requests';
import { findInProject } from './scoped';

/** The routes of deliveries and bulk resends (specification 4.4). */
export const deliveryRoutes = [
  route({
    method: 'GET',
    path: '/webhooks/deliveries',
    action: 'webhook-delivery.find',
    summary: "List the project's deliveries, newest first",
    status: 200,
    answer: ({ delivery, page }) => ({ deliveries: z.array(delivery), ...page }),
    errors: ['unknown_status', 'unknown_event_type'],
    query: deliveryListQuery,
    async handle({ strapi, project, query: { cursor, limit, state, ...filters } }) {
      const { subscription_id: subscriptionId, event_type: eventType } = filters;
      const where = {
        ...ownerFilter(project.id, subscriptionId),
        ...stateFilter(state as DeliveryState | undefined),
        ...omitUndefined({ eventType }),
      };
      const page = await pageOf(
        strapi,
        DELIVERY,
        { where, select: DELIVERY_SUMMARY, cursor, limit },
        deliveryRecord,
      );
      return new ListAnswer('deliveries', page);
    },
  }),

  route({
    method: 'GET',
    path: '/webhooks/deliveries/:id',
    action: 'webhook-delivery.findOne',
    summary: 'Read a delivery, its body and its attempts',
    opens:
      'Read a delivery, its attempts and its body, with the ticket or decision as it was sent: that needs no action ' +
      'that reads tickets or decisions.',
    status: 200,
    answer: ({ fullDelivery }) => ({ delivery: fullDelivery }),
    async handle({ strapi, project, id }) {
      const delivery = await findInProject<Delivery>(strapi, DELIVERY, project, id);
      return { delivery: await fullDeliveryRecord(strapi, delivery) };
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/deliveries/:id/resend',
    record: DELIVERY,
    action: 'webhook-delivery.resend',
    summary: 'Resend a delivery, as a new one',
    status: 202,
    answer: ({ delivery }) => ({ delivery }),
    errors: ['delivery_in_progress', 'subscription_deleted'],
    body: noBody,
    handle({ strapi, project, id, body, write }) {
      body();
      return write(async () => {
        const current = await findInProject<Delivery>(strapi, DELIVERY, project, id);
        return { delivery: deliveryRecord(await resendDelivery(strapi, project, current)) };
      });
    },
  }),

  route({
    method: 'GET',
    path: '/webhooks/resends/:id',
    action: 'webhook-resend.findOne',
    summary: 'Read the progress of a bulk resend',
    status: 200,
    answer: ({ resend }) => ({ resend }),
    async handle({ strapi, project, id }) {
      return { resend: resendRecord(await findInProject<Resend>(strapi, RESEND, project, id)) };
    },
  }),
];

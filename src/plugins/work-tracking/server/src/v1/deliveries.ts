import { resendDelivery } from '../events/resend';
import {
  deliveryRecord,
  fullDeliveryRecord,
  type Delivery,
  type DeliverySummary,
  type StoredAttempt,
} from '../records/delivery';
import { resendRecord, type Resend } from '../records/resend';
import { transact } from '../transaction';
import { ATTEMPT, DELIVERY, RESEND } from '../uids';
import { deliveryListQuery } from './delivery-formats';
import { route } from './endpoint';
import { noBody } from './formats';
import { given, pageOf } from './page';
import { findInProject } from './scoped';

/** All but the bodies, which may be large. */
const SUMMARY: (keyof DeliverySummary)[] = [
  'id',
  'documentId',
  'subscriptionId',
  'eventId',
  'eventType',
  'state',
  'attempts',
  'dueAt',
  'endedAt',
  'resentFrom',
  'createdAt',
  'updatedAt',
];

/** What became of each event, and how to send it again. */
export const deliveryRoutes = [
  route({
    method: 'GET',
    path: '/webhooks/deliveries',
    action: 'webhook-delivery.find',
    status: 200,
    query: deliveryListQuery,
    async handle({ strapi, project, query: { cursor, limit, state, ...filters } }) {
      const { subscription_id: subscriptionId, event_type: eventType } = filters;
      const { rows, next } = await pageOf<DeliverySummary>(strapi, DELIVERY, {
        where: { project_id: project.id, ...given({ state, subscriptionId, eventType }) },
        select: SUMMARY,
        cursor,
        limit,
      });
      return { deliveries: rows.map(deliveryRecord), ...next };
    },
  }),

  route({
    method: 'GET',
    path: '/webhooks/deliveries/:id',
    action: 'webhook-delivery.findOne',
    status: 200,
    async handle({ strapi, project, id }) {
      const delivery = await findInProject<Delivery>(strapi, DELIVERY, project, id);
      const attempts: StoredAttempt[] = await strapi.db
        .query(ATTEMPT)
        .findMany({ where: { delivery: { id: delivery.id } }, orderBy: { number: 'asc' } });
      return { delivery: fullDeliveryRecord(delivery, attempts) };
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/deliveries/:id/resend',
    action: 'webhook-delivery.resend',
    status: 202,
    body: noBody,
    async handle({ strapi, project, id, body }) {
      body();
      const delivery = await transact(strapi, async () => {
        const current = await findInProject<Delivery>(strapi, DELIVERY, project, id);
        return resendDelivery(strapi, project.id, current);
      });
      return { delivery: deliveryRecord(delivery) };
    },
  }),

  route({
    method: 'GET',
    path: '/webhooks/resends/:id',
    action: 'webhook-resend.findOne',
    status: 200,
    async handle({ strapi, project, id }) {
      return { resend: resendRecord(await findInProject<Resend>(strapi, RESEND, project, id)) };
    },
  }),
];

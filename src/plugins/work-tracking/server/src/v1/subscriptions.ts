import { ping } from '../events/ping';
import { countResend, orderResend } from '../events/resend-order';
import { deliveryRecord } from '../records/delivery';
import { resendRecord } from '../records/resend';
import { subscriptionRecord, type Subscription } from '../records/subscription';
import { transact } from '../transaction';
import { SUBSCRIPTION } from '../uids';
import { resendOrder } from './delivery-formats';
import { route } from './endpoint';
import { newSubscription, noBody } from './formats';
import { deleteInProject, documents, findInProject, lockInProject } from './scoped';

/** v1.md 4.3 */
export const subscriptionRoutes = [
  route({
    method: 'GET',
    path: '/webhooks/subscriptions',
    action: 'webhook-subscription.find',
    status: 200,
    async handle({ strapi, project }) {
      const subscriptions: Subscription[] = await strapi.db.query(SUBSCRIPTION).findMany({
        where: { project_id: project.id },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      return {
        subscriptions: subscriptions.map((subscription) => subscriptionRecord(subscription, project)),
      };
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/subscriptions',
    action: 'webhook-subscription.create',
    status: 201,
    body: newSubscription,
    async handle({ strapi, project, body }) {
      const { url, secret, event_types: eventTypes } = body();
      const data = { url, secret, eventTypes, active: true, project: project.id };
      const subscription: Subscription = await transact(strapi, () =>
        documents(strapi, SUBSCRIPTION).create({ data }),
      );
      return { subscription: subscriptionRecord(subscription, project) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/webhooks/subscriptions/:id',
    action: 'webhook-subscription.delete',
    status: 200,
    async handle({ strapi, project, id }) {
      await deleteInProject(strapi, SUBSCRIPTION, project, id);
      return { ok: true };
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/subscriptions/:id/test',
    action: 'webhook-subscription.test',
    status: 202,
    body: noBody,
    async handle({ strapi, project, id, body }) {
      body();
      const delivery = await transact(strapi, async () => {
        const subscription = await lockInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
        return ping(strapi, project, subscription);
      });
      return { delivery: deliveryRecord(delivery) };
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/subscriptions/:id/resend',
    action: 'webhook-subscription.resend',
    status: 202,
    body: resendOrder,
    async handle({ strapi, project, id, body, answerWith }) {
      const { dry_run: isDryRun, ...selection } = body();
      const request = { subscriptionId: id, ...selection };
      if (isDryRun) {
        await findInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
        answerWith(200);
        return { count: await countResend(strapi, request) };
      }
      const resend = await transact(strapi, async () => {
        await lockInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
        return orderResend(strapi, project, request);
      });
      return { resend: resendRecord(resend) };
    },
  }),
];

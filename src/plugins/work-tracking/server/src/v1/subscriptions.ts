import { subscriptionRecord, type Subscription } from '../records/subscription';
import { transact } from '../transaction';
import { SUBSCRIPTION } from '../uids';
import { route } from './endpoint';
import { newSubscription } from './formats';
import { deleteInProject, documents } from './scoped';

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
];

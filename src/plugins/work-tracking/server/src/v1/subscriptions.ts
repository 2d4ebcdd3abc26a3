import { ping } from '../events/new-delivery';
import { countBulkResend, createBulkResend } from '../events/resends';
import { z } from '../host/strapi-utils';
import { pageOf } from '../paging/page';
import { deliveryRecord } from '../records/delivery';
import { resendRecord } from '../records/resend';
import {
  SUBSCRIPTION_FIELDS,
  subscriptionRecord,
  type ListedSubscription,
  type Subscription,
} from '../records/subscription';
import { SUBSCRIPTION } from '../uids';
import { route, ListAnswer } from './endpoint';
import { bulkResendBody, newSubscription, noBody, subscriptionListQuery } from './schemas/requests';
import { deleteInProject, documents, findInProject, lockInProject } from './scoped';

/** All of them, for any project that there is; a page of so many is as large as one may be. */
const MAX_SUBSCRIPTIONS = 10_000;

/** specification 4.3 */
export const subscriptionRoutes = [
  route({
    method: 'GET',
    path: '/webhooks/subscriptions',
    action: 'webhook-subscription.find',
    summary: "List the project's webhook subscriptions, newest first",
    status: 200,
    answer: ({ subscription, page }) => ({ subscriptions: z.array(subscription), ...page }),
    query: subscriptionListQuery,
    async handle({ strapi, project, query: { cursor } }) {
      const page = await pageOf(
        strapi,
        SUBSCRIPTION,
        { where: { project_id: project.id }, select: SUBSCRIPTION_FIELDS, cursor, limit: MAX_SUBSCRIPTIONS },
        (subscription: ListedSubscription) => subscriptionRecord(subscription, project),
      );
      return new ListAnswer('subscriptions', page);
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/subscriptions',
    action: 'webhook-subscription.create',
    summary: 'Subscribe an endpoint to events',
    opens:
      'Subscribe an endpoint to events: to those of tickets and decisions only with an action that reads them; ' +
      'audit.event, which tells who changed what and when, needs no other.',
    status: 201,
    answer: ({ subscription }) => ({ subscription }),
    errors: ['unknown_event_type', 'subscription_limit'],
    body: newSubscription,
    handle({ strapi, project, body, write }) {
      const { url, secret, event_types: eventTypes } = body();
      const data = { url, secret, eventTypes, active: true, project: project.id };
      return write(async () => {
        const subscription: Subscription = await documents(strapi, SUBSCRIPTION).create({ data });
        return { subscription: subscriptionRecord(subscription, project) };
      });
    },
  }),

  route({
    method: 'DELETE',
    path: '/webhooks/subscriptions/:id',
    action: 'webhook-subscription.delete',
    summary: 'Delete a webhook subscription',
    status: 200,
    answer: ({ ok }) => ({ ok }),
    async handle({ strapi, project, id }) {
      await deleteInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
      return { ok: true };
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/subscriptions/:id/test',
    record: SUBSCRIPTION,
    action: 'webhook-subscription.test',
    summary: 'Send a test event to a subscription',
    status: 202,
    answer: ({ delivery }) => ({ delivery }),
    body: noBody,
    handle({ strapi, project, id, body, write }) {
      body();
      return write(async () => {
        const subscription = await lockInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
        return { delivery: deliveryRecord(await ping(strapi, project, subscription)) };
      });
    },
  }),

  route({
    method: 'POST',
    path: '/webhooks/subscriptions/:id/resend',
    record: SUBSCRIPTION,
    action: 'webhook-subscription.resend',
    summary: "Resend a subscription's deliveries",
    status: 202,
    answer: ({ resend }) => ({ resend }),
    otherAnswer: { status: 200, answer: () => ({ count: z.int().min(0) }) },
    errors: ['unknown_status', 'resend_in_progress'],
    body: bulkResendBody,
    handle({ strapi, project, id, body, answerWith, write }) {
      const { dry_run: isDryRun, ...selection } = body();
      const request = { subscriptionId: id, ...selection };
      return write(async () => {
        if (isDryRun) {
          await findInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
          answerWith(200);
          return { count: await countBulkResend(strapi, request) };
        }
        await lockInProject<Subscription>(strapi, SUBSCRIPTION, project, id);
        return { resend: resendRecord(await createBulkResend(strapi, project, request)) };
      });
    },
  }),
];

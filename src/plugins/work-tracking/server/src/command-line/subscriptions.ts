import type { Core } from '@strapi/types';
import { subscriptionRecord, type Subscription } from '../records/subscription';
import { timestamp } from '../records/timestamps';
import { SUBSCRIPTION } from '../uids';
import { findProject } from './projects';

/**
 * A project's subscriptions, newest first: v1's records, and whether the endpoint fails.
 * @throws ApiError `not_found` for an unknown project
 */
export async function listSubscriptions(strapi: Core.Strapi, key: string) {
  const project = await findProject(strapi, key);
  const subscriptions: Subscription[] = await strapi.db.query(SUBSCRIPTION).findMany({
    where: { project_id: project.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return {
    subscriptions: subscriptions.map((subscription) => ({
      ...subscriptionRecord(subscription, project),
      failing_since: subscription.failingSince === null ? null : timestamp(subscription.failingSince),
      disabled_reason: subscription.disabledReason,
    })),
  };
}

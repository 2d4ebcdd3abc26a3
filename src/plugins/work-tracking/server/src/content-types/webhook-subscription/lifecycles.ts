import type { Core } from '@strapi/types';
import { assertSecret } from '../../../../domain/secret';
import { assertUrl, checkedEventTypes } from '../../../../domain/subscription';
import { configOf } from '../../config';
import { recordChange } from '../../events/outbox';
import { cancelDeliveries, holdDeliveries } from '../../events/subscription-deliveries';
import { wakeAfterCommit } from '../../events/wake-ups';
import { changedAttributes, dropPlainAttributes } from '../../lifecycles/changes';
import { deletionLifecycles } from '../../lifecycles/deletion';
import { noBulkWrites } from '../../lifecycles/refused-writes';
import {
  type InProject,
  type LifecycleEvent,
  readRecord,
  lockRecord,
  assertSameProject,
  ownProject,
} from '../../lifecycles/rows';
import type { Subscription } from '../../records/subscription';
import { SUBSCRIPTION } from '../../uids';
import { encryptSecret } from '../../webhooks/secrets';
import { assertRoomForOne } from './limit';

interface UpdateState {
  before?: InProject<Subscription>;
  isEffective?: boolean;
}

type SubscriptionEvent = LifecycleEvent<Subscription, UpdateState>;

/** The rules of webhook subscriptions, for every write through Strapi (specification 2.3 and 7). */
export const subscriptionLifecycles = (strapi: Core.Strapi) => ({
  ...noBulkWrites('webhook subscriptions'),
  ...deletionLifecycles(strapi, {
    uid: SUBSCRIPTION,
    action: 'subscription.deleted',
    target: 'subscription',
    alongside: (documentId) => cancelDeliveries(strapi, documentId),
  }),

  async beforeCreate({ params: { data } }: SubscriptionEvent) {
    assertUrl(data.url, configOf(strapi).delivery);
    data.eventTypes = checkedEventTypes(data.eventTypes);
    const secret = takeNewSecret(data) ?? data.secret;
    assertSecret(secret);
    data.secret = encryptSecret(strapi, secret);
    Object.assign(data, { disabledReason: null, failingSince: null, resuming: false });
    await assertRoomForOne(strapi, data.project);
  },

  async afterCreate({ result }: SubscriptionEvent) {
    const subscription = await readRecord<Subscription>(strapi, SUBSCRIPTION, result.id);
    await recordChange(strapi, {
      project: ownProject(subscription),
      action: 'subscription.created',
      target: { type: 'subscription', id: subscription.documentId },
      createdSubscriptionId: subscription.documentId,
    });
  },

  async beforeUpdate(event: SubscriptionEvent) {
    const { where, data } = event.params;
    const before = await lockRecord<Subscription>(strapi, SUBSCRIPTION, where);
    if (!before) return;
    if (data.url !== undefined && data.url !== before.url) assertUrl(data.url, configOf(strapi).delivery);
    if (data.eventTypes !== undefined) data.eventTypes = checkedEventTypes(data.eventTypes);
    encryptNewSecret(strapi, before, data);
    delete data.failingSince;
    delete data.resuming;
    if (data.active === true && !before.active)
      Object.assign(data, { disabledReason: null, failingSince: null, resuming: true });
    if (data.active === false && before.active) data.resuming = false;

    const isEffective = changedAttributes(strapi, SUBSCRIPTION, before, data).length > 0;
    if (!isEffective) dropPlainAttributes(strapi, SUBSCRIPTION, data);
    event.state = { before, isEffective };
  },

  async afterUpdate({ state: { before, isEffective } }: SubscriptionEvent) {
    if (!before) return;
    const after = await readRecord<Subscription>(strapi, SUBSCRIPTION, before.id);
    const project = assertSameProject(before, after);
    if (!isEffective) return;
    if (before.active && !after.active) await holdDeliveries(strapi, after.documentId);
    if (!before.active && after.active) await wakeAfterCommit(strapi, 'resumes');
    const isGivenUp = before.active && !after.active && after.disabledReason !== null;
    await recordChange(strapi, {
      project,
      action: isGivenUp ? 'subscription.disabled' : 'subscription.updated',
      target: { type: 'subscription', id: after.documentId },
    });
  },
});

/** Code may write back the encrypted secret that it has read; only a different value is a new secret. */
function encryptNewSecret(strapi: Core.Strapi, before: Subscription, data: Record<string, unknown>): void {
  const secret = takeNewSecret(data) ?? data.secret;
  if (secret === undefined || secret === before.secret) {
    delete data.secret;
    return;
  }
  assertSecret(secret);
  data.secret = encryptSecret(strapi, secret);
}

/**
 * The attribute in which the panel's form sends a new secret. Its column stays empty, so nobody can read a secret
 * back, and a form that leaves it empty changes nothing.
 */
function takeNewSecret(data: Record<string, unknown>): unknown {
  const { newSecret } = data;
  delete data.newSecret;
  return newSecret === null || newSecret === '' ? undefined : newSecret;
}

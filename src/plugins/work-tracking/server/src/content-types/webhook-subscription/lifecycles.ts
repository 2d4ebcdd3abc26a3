import type { Core } from '@strapi/types';
import type { EventType } from '../../../../domain/events';
import { PREVIOUS_SECRET_MS } from '../../../../domain/secret';
import { assertMayReceive, type Sent } from '../../access/receiving';
import { databaseNow } from '../../database/clock';
import { recordChange } from '../../events/outbox';
import { cancelDeliveries, holdDeliveries } from '../../events/subscription-deliveries';
import { wakeAfterCommit } from '../../events/wake-ups';
import { changedAttributes, dropPlainAttributes, recordChanges } from '../../lifecycles/changes';
import { deletionLifecycles } from '../../lifecycles/deletion';
import { storeGivenFields, storeNewFields } from '../../lifecycles/field-rules';
import { giveIdAndTimes, keepIdAndTimes } from '../../lifecycles/given-by-service';
import { noBulkWrites } from '../../lifecycles/refused-writes';
import {
  type InProject,
  type LifecycleEvent,
  readRecord,
  readWritten,
  lockRecord,
  ownProject,
} from '../../lifecycles/rows';
import { GIVEN_UP, subscriptionRecord, type GivenUp, type Subscription } from '../../records/subscription';
import { SUBSCRIPTION } from '../../uids';
import { addNotice } from '../../webhooks/notices/store';
import { decryptSecret, encryptSecret, NO_PREVIOUS_SECRET } from '../../webhooks/secrets';
import { subscriptionFieldRules } from './field-rules';
import { assertRoomForOne } from './limit';

interface UpdateState {
  before?: InProject<Subscription>;
  isEffective?: boolean;
  /** The service itself has disabled it. */
  isGivenUp?: boolean;
}

type SubscriptionEvent = LifecycleEvent<Subscription, UpdateState>;

/** The rules of webhook subscriptions, for every write through Strapi (specification 2.3 and 7). */
export const subscriptionLifecycles = (strapi: Core.Strapi) => ({
  ...noBulkWrites('webhook subscriptions'),
  ...deletionLifecycles(strapi, {
    uid: SUBSCRIPTION,
    action: 'subscription.deleted',
    target: 'subscription',
    alongside: (row) => assertMayReceive(strapi, { project: ownProject(row), eventTypes: [] }),
    moveDeliveries: ({ documentId }) => cancelDeliveries(strapi, documentId),
  }),

  async beforeCreate({ params: { data } }: SubscriptionEvent) {
    giveIdAndTimes(data);
    takeNewSecret(data);
    storeNewFields(subscriptionFieldRules(strapi, null), data);
    data.secret = encryptSecret(strapi, data.secret as string);
    Object.assign(data, { disabledReason: null, failingSince: null, resuming: false });
    Object.assign(data, NO_PREVIOUS_SECRET);
    await assertRoomForOne(strapi, data.project);
  },

  async afterCreate({ result }: SubscriptionEvent) {
    const subscription = await readRecord<Subscription>(strapi, SUBSCRIPTION, result.id);
    const project = ownProject(subscription);
    await assertMayReceive(strapi, { project, eventTypes: subscription.eventTypes });
    await recordChange(strapi, {
      project,
      action: 'subscription.created',
      target: { type: 'subscription', id: subscription.documentId },
      createdSubscriptionId: subscription.documentId,
    });
  },

  async beforeUpdate(event: SubscriptionEvent) {
    const { where, data } = event.params;
    const before = await lockRecord<Subscription>(strapi, SUBSCRIPTION, where);
    if (!before) return;
    keepIdAndTimes(before, data);
    takeNewSecret(data);
    storeGivenFields(subscriptionFieldRules(strapi, before), data);
    delete data.previousSecret;
    delete data.previousSecretUntil;
    replaceSecret(strapi, before, data);
    delete data.failingSince;
    delete data.resuming;
    delete data.disabledReason;
    const reason = (data as GivenUp)[GIVEN_UP];
    if (reason !== undefined) data.disabledReason = reason;
    if (data.active === true && !before.active)
      Object.assign(data, { disabledReason: null, failingSince: null, resuming: true });
    if (data.active === false && before.active) data.resuming = false;

    const changed = changedAttributes(strapi, SUBSCRIPTION, before, data);
    if (reason === undefined) await assertMayReceive(strapi, sentThen(before, data, changed));
    const isEffective = changed.length > 0;
    if (!isEffective) dropPlainAttributes(strapi, SUBSCRIPTION, data);
    event.state = { before, isEffective, isGivenUp: before.active && reason !== undefined };
  },

  async afterUpdate({ state: { before, isEffective, isGivenUp = false } }: SubscriptionEvent) {
    if (!before) return;
    const after = await readWritten<Subscription>(strapi, SUBSCRIPTION, before);
    if (!isEffective) return;
    const project = ownProject(after);
    if (!before.active && after.active) await wakeAfterCommit(strapi, 'resumes');
    if (isGivenUp) await addNotice(strapi, 'subscription_disabled', after.documentId);
    await recordChange(strapi, {
      project,
      action: isGivenUp ? 'subscription.disabled' : 'subscription.updated',
      target: { type: 'subscription', id: after.documentId },
      ...(before.active &&
        !after.active && { moveDeliveries: () => holdDeliveries(strapi, after.documentId) }),
      ...(isGivenUp
        ? {}
        : {
            changes: recordChanges(subscriptionRecord(before, project), subscriptionRecord(after, project)),
          }),
    });
  },
});

/** What it sends, whatever of it was changed; one that is only switched off, or stays as it is, sends nothing more. */
const sentThen = (
  before: InProject<Subscription>,
  { active, eventTypes }: Record<string, unknown>,
  changed: readonly string[],
): Sent => {
  const isStopped = active === false && changed.every((name) => name === 'active' || name === 'resuming');
  const given = (eventTypes as EventType[] | undefined) ?? [];
  return {
    project: ownProject(before),
    eventTypes: isStopped || changed.length === 0 ? [] : [...before.eventTypes, ...given],
  };
};

/**
 * Encrypts a new secret and keeps the one before, with which deliveries are signed too for some time. Code may write
 * back the encrypted secret that it has read; only a different value is a new secret.
 */
function replaceSecret(strapi: Core.Strapi, before: Subscription, data: Record<string, unknown>): void {
  const secret = data.secret as string | undefined;
  delete data.secret;
  if (secret === undefined || secret === before.secret) return;
  data.secret = encryptSecret(strapi, secret);
  // The same secret given again is not a new one; the previous one stays.
  if (decryptSecret(strapi, before.secret) === secret) return;
  data.previousSecret = before.secret;
  data.previousSecretUntil = new Date(databaseNow().getTime() + PREVIOUS_SECRET_MS);
}

/**
 * The attribute in which the panel's form sends a new secret. Its column stays empty, so nobody can read a secret
 * back, and a form that leaves it empty changes nothing.
 */
function takeNewSecret(data: Record<string, unknown>): void {
  const { newSecret } = data;
  delete data.newSecret;
  if (newSecret !== undefined && newSecret !== null && newSecret !== '') data.secret = newSecret;
}

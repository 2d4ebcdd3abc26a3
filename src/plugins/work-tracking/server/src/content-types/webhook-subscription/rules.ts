import type { Core } from '@strapi/types';
import type { EventType } from '../../../../domain/events';
import { PREVIOUS_SECRET_MS, assertSecret } from '../../../../domain/secret';
import { assertUrl, checkedEventTypes } from '../../../../domain/subscription';
import { assertMayReceive, type Sent } from '../../access/receiving';
import { configOf } from '../../config';
import { databaseNow } from '../../database/clock';
import { cancelDeliveries, holdDeliveries } from '../../events/subscription-deliveries';
import { wakeAfterCommit } from '../../events/wake-ups';
import { GIVEN_UP, subscriptionRecord, type GivenUp, type Subscription } from '../../records/subscription';
import { SUBSCRIPTION } from '../../uids';
import { addNotice } from '../../webhooks/notices/store';
import { decryptSecret, encryptSecret, NO_PREVIOUS_SECRET } from '../../webhooks/secrets';
import { changedAttributes } from '../../write/changes';
import { ownProject, type InProject } from '../../write/rows';
import { type RecordRules, unlessKept, type FieldRulesOf } from '../../write/rules';
import { assertRoomForOne } from './limit';

/** The rules of a subscription's fields (specification 2.3 and 7). */
const subscriptionFieldRules: FieldRulesOf<Subscription> = (strapi, before) => ({
  url: unlessKept(before, 'url', (url) => assertUrl(url, configOf(strapi).delivery)),
  eventTypes: checkedEventTypes,
  // Code may write back the encrypted secret that it has read.
  secret: unlessKept(before, 'secret', assertSecret),
});

/** Whether the service itself has disabled it: the reason goes when somebody activates it. */
const isGivenUp = (before: Subscription, after: Subscription): boolean =>
  before.active && !after.active && after.disabledReason !== null;

/** The rules of webhook subscriptions, for every write through Strapi (specification 2.3 and 7). */
export const subscriptionRules: RecordRules<Subscription> = {
  plural: 'webhook subscriptions',
  target: 'subscription',
  // The stored secret is encrypted; a copy would take the encrypted text for the secret.
  fresh: { secret: null },
  record: (_strapi, row, project) => subscriptionRecord(row, project),
  fields: subscriptionFieldRules,

  /**
   * `newSecret` is the attribute in which the panel's form sends a new secret. Its column stays empty, so nobody can read
   * a secret back, and a form that leaves it empty changes nothing.
   */
  readGiven(_strapi, data) {
    const { newSecret } = data;
    delete data.newSecret;
    if (newSecret !== undefined && newSecret !== null && newSecret !== '') data.secret = newSecret;
  },

  async complete(strapi, data, before, projectId) {
    for (const name of [
      'previousSecret',
      'previousSecretUntil',
      'failingSince',
      'resuming',
      'disabledReason',
    ])
      delete data[name];
    if (before) await completeChange(strapi, data, before);
    else {
      data.secret = encryptSecret(strapi, data.secret as string);
      Object.assign(data, NOTHING_FAILED, NO_PREVIOUS_SECRET);
      await assertRoomForOne(strapi, projectId);
    }
  },

  async follow(strapi, project, after, before) {
    if (!before) await assertMayReceive(strapi, { project, eventTypes: after.eventTypes });
    else if (!before.active && after.active) await wakeAfterCommit(strapi, 'resumes');
    else if (isGivenUp(before, after)) await addNotice(strapi, 'subscription_disabled', after.documentId);
  },

  change({ strapi, before, after, changes }) {
    const { documentId } = after;
    if (!before) return { action: 'subscription.created', createdSubscriptionId: documentId };
    return {
      ...(isGivenUp(before, after)
        ? { action: 'subscription.disabled' }
        : { action: 'subscription.updated', changes }),
      ...(before.active && !after.active && { moveDeliveries: () => holdDeliveries(strapi, documentId) }),
    };
  },

  remove: (strapi, row) => assertMayReceive(strapi, { project: ownProject(row), eventTypes: [] }),
  deliveriesOfDeleted: (strapi, { documentId }) => cancelDeliveries(strapi, documentId),
};

const NOTHING_FAILED = { disabledReason: null, failingSince: null, resuming: false };

async function completeChange(
  strapi: Core.Strapi,
  data: Record<string, unknown>,
  before: InProject<Subscription>,
): Promise<void> {
  replaceSecret(strapi, before, data);
  const reason = (data as GivenUp)[GIVEN_UP];
  if (reason !== undefined) data.disabledReason = reason;
  if (data.active === true && !before.active) Object.assign(data, NOTHING_FAILED, { resuming: true });
  if (data.active === false && before.active) data.resuming = false;
  if (reason !== undefined) return;
  const changed = changedAttributes(strapi, SUBSCRIPTION, before, data);
  await assertMayReceive(strapi, sentThen(before, data, changed));
}

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

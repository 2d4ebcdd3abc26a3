import type { Core } from '@strapi/types';
import { assertSecret } from '../../../../domain/secret';
import { countBounded } from '../../database/bounded-count';
import { transact } from '../../database/transact';
import type { Subscription } from '../../records/subscription';
import { DELIVERY, SUBSCRIPTION } from '../../uids';
import { forgetPreviousSecret } from '../../webhooks/secrets';
import { contentAccess } from '../content-access';
import { assertReadable, notFound } from '../readable';
import type { Administrator } from '../route';
import { subscriptionAccess } from './list';

/** Switches a subscription off or on. The lifecycles hold its deliveries, or let them go on. */
export const switchSubscription = (
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  active: boolean,
): Promise<void> => change(strapi, admin, documentId, { active });

/**
 * Gives a subscription another secret.
 * @param endsPrevious nothing is signed with the one before any more, as when others know it
 */
export const replaceSecret = (
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  { secret, endsPrevious }: { secret: string; endsPrevious: boolean },
): Promise<void> =>
  transact(strapi, async () => {
    // An empty one in the content manager's form means that the stored one stays.
    assertSecret(secret);
    await change(strapi, admin, documentId, { newSecret: secret });
    if (endsPrevious) await forgetPreviousSecret(strapi, documentId);
  });

/**
 * @throws WorkTrackingError `not_permitted` unless the person may change these fields in the content manager;
 * `not_found` for a subscription that does not exist or that the person may not read; ValidationError for a broken rule
 */
const change = (
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  changed: Record<string, unknown>,
): Promise<void> =>
  transact(strapi, async () => {
    const access = subscriptionAccess(strapi, admin);
    const query = await access.query({ documentId });
    const row: Subscription | null = await strapi.db.query(SUBSCRIPTION).findOne(query);
    if (row === null) throw notFound('subscription');
    const data = await access.change(row, changed);
    await strapi.documents(SUBSCRIPTION as never).update({ documentId, data } as never);
  });

/**
 * How many deliveries of a subscription are on their way, which are held when it is switched off, and how many are held,
 * which go on when it is switched on; counted as far as the panel shows numbers.
 * @returns null when the person may not read the states of deliveries
 */
export async function waitingDeliveries(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  await assertReadable(strapi, admin, 'subscription', documentId);
  const access = contentAccess(strapi, admin, DELIVERY);
  if (!access.canRead('state') || !access.canRead('subscriptionId')) return null;
  const { where } = await access.query();
  const count = (state: string) =>
    countBounded(strapi, DELIVERY, { $and: [where, { subscriptionId: documentId, state }] });
  const [pending, held] = await Promise.all([count('pending'), count('held')]);
  return { pending, held };
}

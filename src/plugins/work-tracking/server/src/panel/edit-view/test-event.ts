import type { Core } from '@strapi/types';
import { lockedRow } from '../../content-types/locked-row';
import { ownProject } from '../../content-types/own-project';
import { ping } from '../../events/ping';
import type { Subscription } from '../../records/subscription';
import { transact } from '../../transaction';
import { SUBSCRIPTION } from '../../uids';
import { assertReadable, gone } from '../readable';
import type { Administrator } from '../route';

/**
 * Sends a test event to a subscription that the person may read.
 * @returns its delivery, as far as a list shows one
 * @throws ApiError `not_found`
 */
export async function sendTestEvent(strapi: Core.Strapi, admin: Administrator, documentId: string) {
  await assertReadable(strapi, admin, 'subscription', documentId);
  const delivery = await transact(strapi, async () => {
    const subscription = await lockedRow<Subscription>(strapi, SUBSCRIPTION, { documentId });
    if (subscription === null) throw gone('subscription');
    return ping(strapi, ownProject(subscription), subscription);
  });
  return { documentId: delivery.documentId, state: delivery.state };
}

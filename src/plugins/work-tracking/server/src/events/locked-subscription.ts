import type { Core } from '@strapi/types';
import type { Subscription } from '../records/subscription';
import { SUBSCRIPTION } from '../uids';

/**
 * The subscription, locked until the transaction ends: it is neither deleted nor switched on or off meanwhile.
 * @returns null when it is deleted
 */
export const lockedSubscription = (strapi: Core.Strapi, documentId: string): Promise<Subscription | null> =>
  strapi.db
    .queryBuilder(SUBSCRIPTION)
    .select('*')
    .where({ documentId })
    .forUpdate()
    .first()
    .execute<Subscription | null>();

import type { Core } from '@strapi/types';
import { transact } from '../../database/transact';
import { cancelDelivery, retryNow } from '../../events/open-deliveries';
import type { Delivery } from '../../records/delivery';
import type { Administrator } from '../route';
import { readableDelivery } from './detail';

/**
 * Makes a delivery due at once that waits for its next attempt.
 * @throws WorkTrackingError `delivery_sending`, `delivery_held`, `delivery_ended`
 */
export const retryOne = (strapi: Core.Strapi, admin: Administrator, documentId: string) =>
  changeOpen(strapi, admin, documentId, retryNow);

/**
 * Cancels a delivery that is pending or held.
 * @throws WorkTrackingError `delivery_sending`, `delivery_ended`
 */
export const cancelOne = (strapi: Core.Strapi, admin: Administrator, documentId: string) =>
  changeOpen(strapi, admin, documentId, cancelDelivery);

const changeOpen = (
  strapi: Core.Strapi,
  admin: Administrator,
  documentId: string,
  change: (strapi: Core.Strapi, id: number) => Promise<Delivery>,
) =>
  transact(strapi, async () => {
    const { id } = await readableDelivery(strapi, admin, documentId);
    const { state } = await change(strapi, id);
    return { documentId, state };
  });

import type { Core } from '@strapi/types';
import type { Subscription } from '../../records/subscription';
import { SUBSCRIPTION } from '../../uids';
import { contentAccess } from '../content-access';
import type { Administrator } from '../route';

/** A delivery's subscription: the fields that the person may read, never the secret. */
export interface DeliverySubscription {
  documentId: string;
  isDeleted: boolean;
  /** Whether the person may open it in the content manager. */
  canOpen: boolean;
  url?: string;
  active?: boolean;
}

const SUBSCRIPTION_FIELDS = ['documentId', 'url', 'active'];

/** The subscriptions with these public ids, some of which may be deleted. */
export async function subscriptionsOf(
  strapi: Core.Strapi,
  admin: Administrator,
  ids: readonly string[],
): Promise<(id: string) => DeliverySubscription> {
  const query = strapi.db.query(SUBSCRIPTION);
  const access = contentAccess(strapi, admin, SUBSCRIPTION);
  const wanted = { documentId: { $in: [...new Set(ids)] } };
  const existing: Subscription[] = await query.findMany({ select: ['id', 'documentId'], where: wanted });
  const permitted = await access.query();
  const readable: Subscription[] = access.canRead()
    ? await query.findMany({ ...permitted, where: { $and: [wanted, permitted.where] } })
    : [];
  const visible = await Promise.all(readable.map((row) => access.visible(row, SUBSCRIPTION_FIELDS)));
  return (documentId) => {
    const { url, active } = (visible.find((row) => row.documentId === documentId) ??
      {}) as Partial<DeliverySubscription>;
    return {
      documentId,
      isDeleted: !existing.some((row) => row.documentId === documentId),
      canOpen: readable.some((row) => row.documentId === documentId),
      ...(url === undefined ? {} : { url }),
      ...(active === undefined ? {} : { active }),
    };
  };
}

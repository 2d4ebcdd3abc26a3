import type { EndedDeliveryState, ResendState } from '../../../domain/delivery';
import { timestamp, timestampOrNull } from './times';

/** A bulk resend of a subscription's deliveries, as it is stored. */
export interface Resend {
  id: number;
  documentId: string;
  subscriptionId: string;
  /** The state of the deliveries that are resent. */
  deliveryState: EndedDeliveryState;
  since: string | null;
  until: string;
  /** How many deliveries matched when it was created. */
  count: number;
  /** How many new deliveries it has written so far. */
  enqueued: number;
  /** Row ids of the last delivery that was resent, and of the last one that matched. */
  position: number;
  lastPosition: number;
  /** When that delivery was created; null before the first. */
  positionAt: string | null;
  state: ResendState;
  createdAt: string;
}

/**
 * A bulk resend as v1 shows it. v1's `status` is the attribute `state`; v1's `state`, as in the request, is that of the
 * deliveries. Both names are public and stay.
 */
export const resendRecord = (resend: Resend) => ({
  id: resend.documentId,
  subscription_id: resend.subscriptionId,
  state: resend.deliveryState,
  since: timestampOrNull(resend.since),
  until: timestamp(resend.until),
  count: resend.count,
  enqueued: resend.enqueued,
  status: resend.state,
  created_at: timestamp(resend.createdAt),
});

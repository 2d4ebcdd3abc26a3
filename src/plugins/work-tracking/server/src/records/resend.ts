import type { EndedDeliveryState, ResendState } from '../../../domain/delivery';
import { timestamp } from './timestamps';

/** An order to send a subscription's deliveries again, as it is stored. */
export interface Resend {
  id: number;
  documentId: string;
  subscriptionId: string;
  /** Of the deliveries that it covers. */
  deliveryState: EndedDeliveryState;
  since: string | null;
  until: string;
  /** How many it covered when it was made. */
  count: number;
  /** How many it has written so far. */
  enqueued: number;
  /** Row id of the last delivery that it has dealt with, and of the last that it covers. */
  position: number;
  lastPosition: number;
  state: ResendState;
  createdAt: string;
}

export const resendRecord = (resend: Resend) => ({
  id: resend.documentId,
  subscription_id: resend.subscriptionId,
  state: resend.deliveryState,
  since: resend.since === null ? null : timestamp(resend.since),
  until: timestamp(resend.until),
  count: resend.count,
  enqueued: resend.enqueued,
  status: resend.state,
  created_at: timestamp(resend.createdAt),
});

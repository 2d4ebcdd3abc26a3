import type { AttemptResult, DeliveryState, ResendState } from '../../../../domain/delivery';
import type { Period } from '../../../../domain/period';
import type { DeliveryDetail } from '../../api/deliveries';
import type { MessageId } from '../../translations/messages';

/** What things are called in the reader's language; names that the API uses as well, such as event types, stay. */
export const STATE_NAMES: Record<DeliveryState, MessageId> = {
  pending: 'deliveries.state.pending',
  sending: 'deliveries.state.sending',
  delivered: 'deliveries.state.delivered',
  dead: 'deliveries.state.dead',
  held: 'deliveries.state.held',
  cancelled: 'deliveries.state.cancelled',
};

export const RESULT_NAMES: Record<AttemptResult, MessageId> = {
  delivered: 'deliveries.result.delivered',
  http_error: 'deliveries.result.http_error',
  dns_error: 'deliveries.result.dns_error',
  connection_refused: 'deliveries.result.connection_refused',
  connection_reset: 'deliveries.result.connection_reset',
  tls_error: 'deliveries.result.tls_error',
  timeout: 'deliveries.result.timeout',
  blocked_address: 'deliveries.result.blocked_address',
  secret_unreadable: 'deliveries.result.secret_unreadable',
};

export const PERIOD_NAMES: Record<Period, MessageId> = {
  hour: 'deliveries.period.hour',
  day: 'deliveries.period.day',
  week: 'deliveries.period.week',
  month: 'deliveries.period.month',
};

export const RESEND_STATE_NAMES: Record<ResendState, MessageId> = {
  running: 'deliveries.order.running',
  done: 'deliveries.order.done',
  cancelled: 'deliveries.order.cancelled',
};

export const RECORD_NAMES: Record<NonNullable<DeliveryDetail['record']>['type'], MessageId> = {
  ticket: 'deliveries.record.ticket',
  decision: 'deliveries.record.decision',
  subscription: 'deliveries.record.subscription',
};

/** How the headers that are made for each attempt are made. */
export const HEADER_RECIPES: Record<string, MessageId> = {
  'X-Service-Signature': 'deliveries.header.bodySignature',
  'webhook-timestamp': 'deliveries.header.timestamp',
  'webhook-signature': 'deliveries.header.standardSignature',
};

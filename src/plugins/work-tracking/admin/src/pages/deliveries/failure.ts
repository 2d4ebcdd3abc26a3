import type { AttemptResult } from '../../../../domain/delivery';
import type { AttemptFailure } from '../../api/deliveries';
import { useText, type MessageId } from '../../translations/messages';

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

const isRedirect = (status: number) => status >= 300 && status < 400;

/** A function that says in words why an attempt has failed. */
export function useFailureText(): (failure: AttemptFailure) => string {
  const text = useText();
  return ({ result, statusCode }) => {
    if (typeof statusCode === 'number') {
      const id = isRedirect(statusCode) ? 'deliveries.reason.redirect' : 'deliveries.reason.status';
      return text(id, { status: String(statusCode) });
    }
    return result ? text(RESULT_NAMES[result]) : '';
  };
}

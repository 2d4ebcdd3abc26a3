import { Status, Typography, type StatusVariant } from '@strapi/design-system';
import type { DeliveryState } from '../../../domain/delivery';
import { useText, type MessageId } from '../translations/messages';

export const DELIVERY_STATE_NAMES: Record<DeliveryState, MessageId> = {
  pending: 'deliveries.state.pending',
  sending: 'deliveries.state.sending',
  delivered: 'deliveries.state.delivered',
  dead: 'deliveries.state.dead',
  held: 'deliveries.state.held',
  cancelled: 'deliveries.state.cancelled',
};

const VARIANTS: Record<DeliveryState, StatusVariant> = {
  pending: 'secondary',
  sending: 'primary',
  delivered: 'success',
  dead: 'danger',
  held: 'neutral',
  cancelled: 'neutral',
};

interface DeliveryStateBadgeProps {
  state: DeliveryState;
  /** How many attempts were made: a delivery that is still open after one is shown as failing. */
  attempts?: number;
  /** Whether it was resent: then it needs nobody's attention any more. */
  isResent?: boolean;
  size?: 'S' | 'XS';
}

export function DeliveryStateBadge({
  state,
  attempts = 0,
  isResent = false,
  size = 'S',
}: DeliveryStateBadgeProps) {
  const text = useText();
  const isFailing = (state === 'pending' || state === 'sending') && attempts > 0;
  const variant = isResent && state === 'dead' ? 'neutral' : VARIANTS[state];
  const name = text(DELIVERY_STATE_NAMES[state]);
  return (
    <Status size={size} variant={isFailing ? 'warning' : variant} width="max-content">
      <Typography tag="span" variant={size === 'S' ? 'omega' : 'pi'} fontWeight="bold">
        {isResent ? text('deliveries.state.resent', { state: name }) : name}
      </Typography>
    </Status>
  );
}

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
  size?: 'S' | 'XS';
}

export function DeliveryStateBadge({ state, attempts = 0, size = 'S' }: DeliveryStateBadgeProps) {
  const text = useText();
  const isFailing = (state === 'pending' || state === 'sending') && attempts > 0;
  return (
    <Status size={size} variant={isFailing ? 'warning' : VARIANTS[state]} width="max-content">
      <Typography tag="span" variant={size === 'S' ? 'omega' : 'pi'} fontWeight="bold">
        {text(DELIVERY_STATE_NAMES[state])}
      </Typography>
    </Status>
  );
}

import { Status, Typography, type StatusVariant } from '@strapi/design-system';
import { useTheme } from 'styled-components';
import type { DeliveryFilterState, DeliveryState } from '../../../domain/delivery';
import { useText, type MessageId } from '../translations/messages';

export const DELIVERY_STATE_NAMES: Record<DeliveryState, MessageId> = {
  pending: 'deliveries.state.pending',
  sending: 'deliveries.state.sending',
  delivered: 'deliveries.state.delivered',
  dead: 'deliveries.state.dead',
  held: 'deliveries.state.held',
  cancelled: 'deliveries.state.cancelled',
};

/** The choices of the filter by state. */
export const DELIVERY_FILTER_NAMES: Record<DeliveryFilterState, MessageId> = {
  ...DELIVERY_STATE_NAMES,
  dead: 'deliveries.state.dead_unresolved',
  dead_resent: 'deliveries.state.dead_resent',
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
  const { colors } = useTheme();
  const isFailing = (state === 'pending' || state === 'sending') && attempts > 0;
  const variant = isResent && state === 'dead' ? 'neutral' : VARIANTS[state];
  const name = text(DELIVERY_STATE_NAMES[state]);
  return (
    <Status size={size} variant={isFailing ? 'warning' : variant} width="max-content">
      <Typography
        tag="span"
        variant={size === 'S' ? 'omega' : 'pi'}
        fontWeight="bold"
        // The colour of warnings is too light for a text.
        {...(isFailing ? { style: { color: colors.neutral800 } } : {})}
      >
        {isResent ? text('deliveries.state.resent', { state: name }) : name}
      </Typography>
    </Status>
  );
}

import { Status, Typography, type StatusVariant } from '@strapi/design-system';
import type { DeliveryState } from '../../../../domain/delivery';
import { useText } from '../../translations/messages';
import { STATE_NAMES } from './names';

const VARIANTS: Record<DeliveryState, StatusVariant> = {
  pending: 'secondary',
  sending: 'primary',
  delivered: 'success',
  dead: 'danger',
  held: 'neutral',
  cancelled: 'neutral',
};

interface StateBadgeProps {
  state: DeliveryState;
  /** How often it has been tried: what is still tried after that fails. */
  attempts?: number;
  size?: 'S' | 'XS';
}

export function StateBadge({ state, attempts = 0, size = 'S' }: StateBadgeProps) {
  const text = useText();
  const isFailing = (state === 'pending' || state === 'sending') && attempts > 0;
  return (
    <Status size={size} variant={isFailing ? 'warning' : VARIANTS[state]} width="max-content">
      <Typography tag="span" variant={size === 'S' ? 'omega' : 'pi'} fontWeight="bold">
        {text(STATE_NAMES[state])}
      </Typography>
    </Status>
  );
}

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
  /** It has been tried in vain. */
  isFailing?: boolean;
}

export function StateBadge({ state, isFailing = false }: StateBadgeProps) {
  const text = useText();
  return (
    <Status size="S" variant={isFailing ? 'warning' : VARIANTS[state]} width="max-content">
      <Typography tag="span" variant="omega" fontWeight="bold">
        {text(STATE_NAMES[state])}
      </Typography>
    </Status>
  );
}

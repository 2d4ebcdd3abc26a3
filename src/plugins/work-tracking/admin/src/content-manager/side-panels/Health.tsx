import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../../translations/messages';

/** A subscription as far as the person may read it. */
export interface SubscriptionHealth {
  active?: boolean | null;
  disabledReason?: string | null;
  failingSince?: string | null;
}

/** Why nothing is sent to a subscription, or since when in vain; nothing while it is well. */
export function Health({
  subscription: { active, disabledReason, failingSince },
}: {
  subscription: SubscriptionHealth;
}) {
  const text = useText();
  const { formatDate } = useIntl();
  if (active === false) {
    return (
      <Notice variant="warning" title={text('subscription.inactive')}>
        {disabledReason ?? text('subscription.held')}
      </Notice>
    );
  }
  if (!failingSince) return null;
  const since = formatDate(failingSince, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Notice variant="danger" title={text('subscription.failing')}>
      {text('subscription.failing_since', { since })}
    </Notice>
  );
}

interface NoticeProps {
  variant: 'warning' | 'danger';
  title: string;
  children: string;
}

/** Not the design system's Alert: that one can be closed, and this stays as long as what it tells of. */
function Notice({ variant, title, children }: NoticeProps) {
  return (
    <Box
      background={`${variant}100`}
      borderColor={`${variant}200`}
      hasRadius
      padding={3}
      width="100%"
      role="status"
    >
      <Typography variant="omega" fontWeight="semiBold" textColor={`${variant}700`} tag="p">
        {title}
      </Typography>
      <Typography variant="pi" textColor="neutral800" tag="p">
        {children}
      </Typography>
    </Box>
  );
}

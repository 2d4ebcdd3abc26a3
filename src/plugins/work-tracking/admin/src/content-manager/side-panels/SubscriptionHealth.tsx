import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../../translations/messages';
import { translatedSentence } from '../../translations/sentences';

/** The fields of a subscription that say whether its deliveries are sent; the user may not be allowed to read them. */
export interface HealthFields {
  active?: boolean | null;
  disabledReason?: string | null;
  failingSince?: string | null;
}

/** Says why a subscription is inactive and what that means, or since when it fails; nothing while its deliveries arrive. */
export function SubscriptionHealth({
  subscription: { active, disabledReason, failingSince },
}: {
  subscription: HealthFields;
}) {
  const text = useText();
  const { formatDate, locale } = useIntl();
  if (active === false) {
    const reason = disabledReason && translatedSentence(locale, disabledReason);
    return (
      <Notice variant="warning" title={text('subscription.inactive')}>
        {[reason, text('subscription.held')].filter(Boolean).join(' ')}
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

/** Not the design system's Alert, which can be closed: this stays for as long as it is true. */
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

import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { PanelAction } from '../../../../domain/panel-actions';
import { recordType } from '../../api/documents';
import { History } from '../../components/History';
import { RecordDeliveries } from '../../components/RecordDeliveries';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';
import { translatedSentence } from '../../translations/sentences';

/** The record of one of the plugin's types that is open, if the user may see what the action is for. */
function useRecord(action: PanelAction, { model, document }: Parameters<PanelComponent>[0]) {
  const may = useMay();
  const type = recordType(model);
  if (type === undefined || !document?.documentId || !may(action)) return undefined;
  return { type, model, documentId: document.documentId };
}

/** Beside a ticket, a decision or a subscription: its audit entries, newest first. */
export const HistoryPanel: PanelComponent = (props) => {
  const text = useText();
  const record = useRecord('audit.read', props);
  return record ? { title: text('history.title'), content: <History record={record} /> } : null;
};

/** Beside a ticket or a decision: the deliveries of its events. Beside a subscription: its deliveries and its health. */
export const DeliveriesPanel: PanelComponent = (props) => {
  const text = useText();
  const record = useRecord('delivery.read', props);
  if (!record) return null;
  return {
    title: text('deliveries.title'),
    content: (
      <>
        {record.type === 'subscription' && (
          <SubscriptionHealth subscription={props.document as HealthFields} />
        )}
        <RecordDeliveries record={record} />
      </>
    ),
  };
};

/** The fields of a subscription that say whether its deliveries are sent; the user may not be allowed to read them. */
interface HealthFields {
  active?: boolean | null;
  disabledReason?: string | null;
  failingSince?: string | null;
}

/** Says why a subscription is inactive and what that means, or since when it fails; nothing while its deliveries arrive. */
function SubscriptionHealth({
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

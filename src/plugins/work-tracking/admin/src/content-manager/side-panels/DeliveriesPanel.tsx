import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { recordType } from '../../api/documents';
import { RecordDeliveries } from '../../components/RecordDeliveries';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';
import { SubscriptionHealth, type HealthFields } from './SubscriptionHealth';

/** Beside a ticket or a decision: the deliveries of its events. Beside a subscription: its deliveries and its health. */
export const DeliveriesPanel: PanelComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const type = recordType(model);
  if (type === undefined || !document?.documentId || !may('delivery.read')) return null;
  const record = { type, model, documentId: document.documentId };
  return {
    title: text('deliveries.title'),
    content: (
      <>
        {type === 'subscription' && <SubscriptionHealth subscription={document as HealthFields} />}
        <RecordDeliveries record={record} />
      </>
    ),
  };
};

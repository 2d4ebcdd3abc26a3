import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useGetRecordDeliveriesQuery, type NewestRequest, type RecordDelivery } from '../../api/edit-view';
import { useMay } from '../../permissions';
import { usePolling } from '../../polling';
import { useText } from '../../translations/messages';
import { recordType } from '../types';
import { DeliveryList } from './DeliveryList';
import { Health, type SubscriptionHealth } from './Health';
import { Newest } from './Newest';

const POLL_MS = 3000;

/** Beside a ticket or a decision: what its events became. Beside a subscription: what was sent to it, and how it is. */
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
        {type === 'subscription' && <Health subscription={document as SubscriptionHealth} />}
        <Newest<RecordDelivery>
          record={record}
          useQuery={useDeliveries}
          empty={text(type === 'subscription' ? 'deliveries.none_sent' : 'deliveries.none_caused')}
        >
          {(deliveries) => <DeliveryList deliveries={deliveries} isToOne={type === 'subscription'} />}
        </Newest>
      </>
    ),
  };
};

/** What is on its way arrives while it is looked at. */
const useDeliveries = (request: NewestRequest) => useGetRecordDeliveriesQuery(request, usePolling(POLL_MS));

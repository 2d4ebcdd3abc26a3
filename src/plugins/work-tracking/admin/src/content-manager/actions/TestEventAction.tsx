import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { PaperPlane } from '@strapi/icons';
import { SUBSCRIPTION } from '../../api/documents';
import { useTestEvent } from '../../components/test-event';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';

/** "Send test event" on a subscription. The deliveries beside its form show whether it arrived. */
export const TestEventAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const { send, isLoading } = useTestEvent();
  const documentId = document?.documentId;

  if (model !== SUBSCRIPTION || documentId === undefined || !may('subscription.test')) return null;

  return {
    label: text('test_event.send'),
    icon: <PaperPlane />,
    loading: isLoading,
    position: ['panel', 'table-row'],
    onClick: (event) => {
      // Strapi makes the panel's second button a submit button, which would save the form.
      event.preventDefault();
      void send(documentId);
    },
  };
};

import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { PaperPlane } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { SUBSCRIPTION } from '../../api/documents';
import { useSendTestEventMutation } from '../../api/edit-view';
import { useErrorNotification } from '../../hooks/errors';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';

/** "Send test event" on a subscription. The deliveries beside its form show whether it arrived. */
export const TestEventAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  const [send, { isLoading }] = useSendTestEventMutation();
  const documentId = document?.documentId;

  if (model !== SUBSCRIPTION || documentId === undefined || !may('subscription.test')) return null;

  async function sendTestEvent(id: string) {
    const result = await send(id);
    if (notifyError(result)) return;
    const isHeld = result.data.state === 'held';
    toggleNotification(
      isHeld
        ? { type: 'warning', message: text('test_event.held') }
        : { type: 'success', message: text('test_event.sent') },
    );
  }

  return {
    label: text('test_event.send'),
    icon: <PaperPlane />,
    loading: isLoading,
    position: ['panel', 'table-row'],
    onClick: (event) => {
      // Strapi makes the panel's second button a submit button, which would save the form.
      event.preventDefault();
      void sendTestEvent(documentId);
    },
  };
};

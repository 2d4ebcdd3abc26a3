import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { PaperPlane } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useSendTestEventMutation } from '../../api/edit-view';
import { useRefusalNotice } from '../../errors';
import { useMay } from '../../permissions';
import { useText } from '../../translations/messages';
import { SUBSCRIPTION } from '../types';

/** "Send test event" on a subscription: what becomes of it is told beside its form. */
export const TestEventAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const noticeRefusal = useRefusalNotice();
  const { toggleNotification } = useNotification();
  const [send, { isLoading }] = useSendTestEventMutation();
  const documentId = document?.documentId;

  if (model !== SUBSCRIPTION || documentId === undefined || !may('subscription.test')) return null;

  async function sendTo(id: string) {
    const answer = await send(id);
    if (noticeRefusal(answer)) return;
    const isHeld = answer.data.state === 'held';
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
      // The second of the panel's buttons would send the form.
      event.preventDefault();
      void sendTo(documentId);
    },
  };
};

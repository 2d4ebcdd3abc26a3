import { useNotification } from '@strapi/strapi/admin';
import { useSendTestEventMutation } from '../api/edit-view';
import { useErrorNotification } from '../hooks/errors';
import { useText } from '../translations/messages';

/** @returns `send`, which sends a test event to a subscription and says whether it goes out now or is held */
export function useTestEvent() {
  const text = useText();
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  const [request, { isLoading }] = useSendTestEventMutation();
  async function send(documentId: string): Promise<void> {
    const result = await request(documentId);
    if (notifyError(result)) return;
    toggleNotification(
      result.data.state === 'held'
        ? { type: 'warning', message: text('test_event.held') }
        : { type: 'success', message: text('test_event.sent') },
    );
  }
  return { send, isLoading };
}

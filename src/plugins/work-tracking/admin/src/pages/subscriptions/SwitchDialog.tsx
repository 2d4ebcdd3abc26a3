import { Button, Dialog, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import {
  useGetWaitingQuery,
  useSwitchSubscriptionMutation,
  type Subscription,
} from '../../api/subscriptions';
import { useCountText } from '../../components/Count';
import { useErrorNotification } from '../../hooks/errors';
import { useReturnedFocus } from '../../hooks/focus';
import { useText } from '../../translations/messages';

const ON = {
  title: 'subscriptions.on.title',
  text: 'subscriptions.on.text',
  count: 'subscriptions.on.count',
  done: 'subscriptions.on.done',
} as const;

const OFF = {
  title: 'subscriptions.off.title',
  text: 'subscriptions.off.text',
  count: 'subscriptions.off.count',
  done: 'subscriptions.off.done',
} as const;

/** Says what happens to the deliveries before a subscription is switched off or on. */
export function SwitchDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const text = useText();
  const countText = useCountText();
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  const { documentId, url } = subscription;
  // The question that the user was asked, also once the list shows the new state.
  const [isOff] = useState(subscription.active === false);
  const returnedFocus = useReturnedFocus();
  const { data: waiting } = useGetWaitingQuery(documentId, { refetchOnMountOrArgChange: true });
  const [change, { isLoading }] = useSwitchSubscriptionMutation();
  const texts = isOff ? ON : OFF;
  const count = waiting?.[isOff ? 'held' : 'pending'];

  async function run() {
    const result = await change({ documentId, active: isOff });
    if (!notifyError(result)) toggleNotification({ type: 'success', message: text(texts.done, { url }) });
    onClose();
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && !isLoading && onClose()}>
      <Dialog.Content {...returnedFocus}>
        <Dialog.Header>{text(texts.title)}</Dialog.Header>
        <Dialog.Body icon={<WarningCircle fill={isOff ? 'primary600' : 'danger600'} />}>
          <Typography textAlign="center" style={{ overflowWrap: 'anywhere' }}>
            {text(texts.text, { url })}
          </Typography>
          {count !== undefined && (
            <Typography fontWeight="bold" textAlign="center" role="status">
              {text(texts.count, { count, shown: countText(count) })}
            </Typography>
          )}
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button fullWidth variant="tertiary">
              {text('action.cancel')}
            </Button>
          </Dialog.Cancel>
          <Button
            fullWidth
            variant={isOff ? 'default' : 'danger-light'}
            loading={isLoading}
            onClick={() => void run()}
          >
            {text(isOff ? 'subscriptions.switchOn' : 'subscriptions.switchOff')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
}

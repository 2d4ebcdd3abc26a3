import { Dialog, Typography } from '@strapi/design-system';
import { useState } from 'react';
import {
  useGetWaitingQuery,
  useSwitchSubscriptionMutation,
  type Subscription,
} from '../../api/subscriptions';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { useCountText } from '../../components/Count';
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
  const { documentId, url } = subscription;
  // The question that the user was asked, also once the list shows the new state.
  const [isOff] = useState(subscription.active === false);
  const { data: waiting } = useGetWaitingQuery(documentId, { refetchOnMountOrArgChange: true });
  const [change, { isLoading }] = useSwitchSubscriptionMutation();
  const texts = isOff ? ON : OFF;
  const count = waiting?.[isOff ? 'held' : 'pending'];

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && !isLoading && onClose()}>
      <ConfirmDialog
        title={text(texts.title)}
        confirm={text(isOff ? 'subscriptions.switchOn' : 'subscriptions.switchOff')}
        isDangerous={!isOff}
        done={text(texts.done, { url })}
        isLoading={isLoading}
        act={() => change({ documentId, active: isOff })}
        onDone={onClose}
      >
        <Typography textAlign="center" style={{ overflowWrap: 'anywhere' }}>
          {text(texts.text, { url })}
        </Typography>
        {count !== undefined && (
          <Typography fontWeight="bold" textAlign="center" role="status">
            {text(texts.count, { count, shown: countText(count) })}
          </Typography>
        )}
      </ConfirmDialog>
    </Dialog.Root>
  );
}

import { Flex, Typography } from '@strapi/design-system';
import type { DeliverySubscription } from '../../api/deliveries';
import { Note } from '../../components/Note';
import { useText } from '../../translations/messages';

/** A subscription's URL, or its id for a user who may not read URLs, and why nothing is sent to it. */
export function SubscriptionName({ subscription }: { subscription: DeliverySubscription }) {
  const text = useText();
  const { url, documentId, isDeleted, active } = subscription;
  return (
    <Flex direction="column" alignItems="flex-start" maxWidth="36rem">
      <Typography ellipsis maxWidth="100%" title={url ?? documentId}>
        {url ?? documentId}
      </Typography>
      {(isDeleted || active === false) && (
        <Note>
          {text(isDeleted ? 'deliveries.subscription.deleted' : 'deliveries.subscription.inactive')}
        </Note>
      )}
    </Flex>
  );
}

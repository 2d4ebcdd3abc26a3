import { Box, Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { DeliveryDetail, RelatedDelivery } from '../../api/deliveries';
import { formPath, SUBSCRIPTION, type RecordType } from '../../api/documents';
import { DeliveryStateBadge } from '../../components/DeliveryState';
import { Timestamp } from '../../components/Time';
import { useText, type MessageId } from '../../translations/messages';
import { SubscriptionName } from './SubscriptionName';

const RECORD_LINKS: Record<RecordType, MessageId> = {
  ticket: 'deliveries.record.ticket',
  decision: 'deliveries.record.decision',
  subscription: 'deliveries.record.subscription',
};

/** The other fields of a delivery, with links to the records and the deliveries that belong to it. */
export function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const { state, eventType, eventId, subscription, project, createdAt, nextAttemptAt, endedAt } = delivery;
  const { record, resentFrom, resentAs = [], attempts = 0, isResent } = delivery;
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Flex tag="dl" direction="column" alignItems="stretch" gap={4}>
        <Fact name="deliveries.column.state">
          <DeliveryStateBadge state={state} attempts={attempts} isResent={isResent} />
        </Fact>
        {eventType && <Fact name="deliveries.column.event">{eventType}</Fact>}
        {subscription && (
          <Fact name="deliveries.column.subscription">
            <SubscriptionName subscription={subscription} />
            {subscription.canOpen && (
              <Link tag={RouterLink} to={formPath(SUBSCRIPTION, subscription.documentId)}>
                {text('deliveries.record.subscription')}
              </Link>
            )}
          </Fact>
        )}
        {project && <Fact name="deliveries.column.project">{project.key}</Fact>}
        {record && (
          <Fact name="deliveries.record">
            <Link tag={RouterLink} to={formPath(record.uid, record.documentId)}>
              {text(RECORD_LINKS[record.type])}
            </Link>
          </Fact>
        )}
        <Fact name="deliveries.column.created">
          <Timestamp at={createdAt} />
        </Fact>
        {nextAttemptAt && (
          <Fact name="deliveries.next">
            <Timestamp at={nextAttemptAt} />
          </Fact>
        )}
        {endedAt && (
          <Fact name="deliveries.ended">
            <Timestamp at={endedAt} />
          </Fact>
        )}
        {eventId && (
          <Fact name="deliveries.eventId">
            <code style={{ overflowWrap: 'anywhere' }}>{eventId}</code>
          </Fact>
        )}
        {resentFrom && (
          <Fact name="deliveries.resentFrom">
            <RelatedDeliveryLink delivery={resentFrom} />
          </Fact>
        )}
        {resentAs.length > 0 && (
          <Fact name="deliveries.resentAs">
            <Flex direction="column" alignItems="flex-start" gap={2}>
              {resentAs.map((related) => (
                <RelatedDeliveryLink key={related.documentId} delivery={related} />
              ))}
            </Flex>
          </Fact>
        )}
      </Flex>
    </Box>
  );
}

const Fact = ({ name, children }: { name: MessageId; children: ReactNode }) => {
  const text = useText();
  return (
    <div>
      <Typography tag="dt" variant="sigma" textColor="neutral600">
        {text(name)}
      </Typography>
      <Typography tag="dd">{children}</Typography>
    </div>
  );
};

function RelatedDeliveryLink({
  delivery: { documentId, state, isResent, createdAt },
}: {
  delivery: RelatedDelivery;
}) {
  const { state: from } = useLocation() as { state: unknown };
  return (
    <Flex gap={2}>
      <DeliveryStateBadge state={state} isResent={isResent} />
      <Link tag={RouterLink} to={`../${documentId}`} relative="path" state={from}>
        <Timestamp at={createdAt} />
      </Link>
    </Flex>
  );
}

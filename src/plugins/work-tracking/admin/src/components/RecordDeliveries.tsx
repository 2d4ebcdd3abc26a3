import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { useGetRecordDeliveriesQuery, type NewestRequest, type RecordDelivery } from '../api/edit-view';
import { usePolling } from '../hooks/polling';
import { pagePath } from '../navigation';
import { useText } from '../translations/messages';
import { DeliveryStateBadge } from './DeliveryState';
import { NewestItems } from './Lists';
import { Note } from './Note';
import { Age } from './Time';

const REFRESH_MS = 3000;

/** The deliveries of a record's events, or those of a subscription, newest first. */
export function RecordDeliveries({ record }: { record: Omit<NewestRequest, 'limit'> }) {
  const text = useText();
  const isSubscription = record.type === 'subscription';
  return (
    <NewestItems<RecordDelivery>
      record={record}
      useQuery={useDeliveries}
      empty={text(isSubscription ? 'deliveries.none_of_subscription' : 'deliveries.none_of_record')}
    >
      {(deliveries) => <DeliveryList deliveries={deliveries} showsUrls={!isSubscription} />}
    </NewestItems>
  );
}

const useDeliveries = (request: NewestRequest) =>
  useGetRecordDeliveriesQuery(request, usePolling(REFRESH_MS));

interface DeliveryListProps {
  deliveries: readonly RecordDelivery[];
  /** Beside a subscription all URLs would be the same. */
  showsUrls: boolean;
}

/** Deliveries in the given order, grouped by their events. */
function DeliveryList({ deliveries, showsUrls }: DeliveryListProps) {
  const text = useText();
  return (
    <Flex tag="ol" aria-label={text('deliveries.title')} direction="column" alignItems="stretch" gap={4}>
      {groupByEvent(deliveries).map(({ key, eventType, createdAt, deliveries: ofEvent }) => (
        <li key={key}>
          <Flex justifyContent="space-between" gap={2} paddingBottom={1}>
            <Typography variant="omega" fontWeight="semiBold">
              {eventType}
            </Typography>
            <Note>
              <Age since={createdAt} />
            </Note>
          </Flex>
          <Flex direction="column" alignItems="stretch" gap={1}>
            {ofEvent.map((delivery) => (
              <Delivery key={delivery.documentId} delivery={delivery} showsUrl={showsUrls} />
            ))}
          </Flex>
        </li>
      ))}
    </Flex>
  );
}

function Delivery({ delivery, showsUrl }: { delivery: RecordDelivery; showsUrl: boolean }) {
  const text = useText();
  const { documentId, state, attempts, isResent, url } = delivery;
  return (
    <Flex gap={2}>
      <DeliveryStateBadge state={state} attempts={attempts} isResent={isResent} size="XS" />
      <DeliveryLink tag={NavLink} to={pagePath('deliveries', `/${documentId}`)}>
        {showsUrl ? (url ?? text('deliveries.open_unknown_subscription')) : text('deliveries.open')}
      </DeliveryLink>
    </Flex>
  );
}

interface EventDeliveries {
  key: string;
  eventType: string;
  createdAt: string;
  deliveries: RecordDelivery[];
}

/** All deliveries of an event carry its id. Where the user may not read that, each delivery is a group of its own. */
function groupByEvent(deliveries: readonly RecordDelivery[]): EventDeliveries[] {
  const groups = new Map<string, EventDeliveries>();
  for (const delivery of deliveries) {
    const { createdAt, eventType } = delivery;
    const key = delivery.eventId ?? delivery.documentId;
    groups.set(key, {
      key,
      eventType,
      createdAt,
      deliveries: [...(groups.get(key)?.deliveries ?? []), delivery],
    });
  }
  return [...groups.values()];
}

/** A long URL is cut off. */
const DeliveryLink = styled(Link)`
  min-width: 0;

  span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

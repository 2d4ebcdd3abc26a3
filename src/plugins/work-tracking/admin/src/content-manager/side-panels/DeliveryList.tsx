import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { RecordDelivery } from '../../api/edit-view';
import { Age } from '../../components/Age';
import { StateBadge } from '../../pages/deliveries/StateBadge';
import { BASE_PATH } from '../../pages/pages';
import { useText } from '../../translations/messages';

interface DeliveryListProps {
  deliveries: readonly RecordDelivery[];
  /** All go to the same subscription: its address need not be told. */
  isToOne: boolean;
}

/** Deliveries under the event that each is of, in the order that they come in. */
export function DeliveryList({ deliveries, isToOne }: DeliveryListProps) {
  const text = useText();
  return (
    <List aria-label={text('deliveries.title')}>
      {byEvent(deliveries).map(({ key, eventType, createdAt, own }) => (
        <li key={key}>
          <Flex justifyContent="space-between" gap={2} paddingBottom={1}>
            <Typography variant="omega" fontWeight="semiBold">
              {eventType}
            </Typography>
            <Typography variant="pi" textColor="neutral600">
              <Age since={createdAt} />
            </Typography>
          </Flex>
          <Flex direction="column" alignItems="stretch" gap={1}>
            {own.map((delivery) => (
              <Delivery key={delivery.documentId} delivery={delivery} isToOne={isToOne} />
            ))}
          </Flex>
        </li>
      ))}
    </List>
  );
}

function Delivery({ delivery, isToOne }: { delivery: RecordDelivery; isToOne: boolean }) {
  const text = useText();
  const { documentId, state, url } = delivery;
  return (
    <Flex gap={2}>
      <StateBadge state={state} size="XS" />
      <Address tag={NavLink} to={`/${BASE_PATH}/deliveries/${documentId}`}>
        {isToOne ? text('deliveries.open') : (url ?? text('deliveries.unknown_endpoint'))}
      </Address>
    </Flex>
  );
}

interface EventDeliveries {
  key: string;
  eventType: string;
  createdAt: string;
  own: RecordDelivery[];
}

/** An event has the same id in each of its deliveries; without one each stands for itself. */
function byEvent(deliveries: readonly RecordDelivery[]): EventDeliveries[] {
  const events = new Map<string, EventDeliveries>();
  for (const delivery of deliveries) {
    const key = delivery.eventId ?? delivery.documentId;
    const event = events.get(key) ?? { key, eventType: delivery.eventType, createdAt: '', own: [] };
    events.set(key, { ...event, createdAt: delivery.createdAt, own: [...event.own, delivery] });
  }
  return [...events.values()];
}

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[4]};
`;

const Address = styled(Link)`
  min-width: 0;

  span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

import { Box, Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { DeliveryDetail, Kin } from '../../api/deliveries';
import { inContentManager, SUBSCRIPTION } from '../../content-manager/types';
import { useText, type MessageId } from '../../translations/messages';
import { EndpointName } from './EndpointName';
import { Moment } from './Moment';
import { RECORD_NAMES } from './names';
import { StateBadge } from './StateBadge';

/** What is known of a delivery besides what was sent, and where it leads. */
export function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const { state, eventType, eventId, endpoint, project, createdAt, nextAttemptAt, endedAt } = delivery;
  const { record, resentFrom, resentAs = [], attempts = 0 } = delivery;
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Flex tag="dl" direction="column" alignItems="stretch" gap={4}>
        <Fact name="deliveries.column.state">
          <StateBadge state={state} attempts={attempts} />
        </Fact>
        {eventType && <Fact name="deliveries.column.event">{eventType}</Fact>}
        {endpoint && (
          <Fact name="deliveries.column.endpoint">
            <EndpointName endpoint={endpoint} />
            {endpoint.canOpen && (
              <Link tag={RouterLink} to={inContentManager(SUBSCRIPTION, endpoint.documentId)}>
                {text('deliveries.record.subscription')}
              </Link>
            )}
          </Fact>
        )}
        {project && <Fact name="deliveries.column.project">{project.key}</Fact>}
        {record && (
          <Fact name="deliveries.record">
            <Link tag={RouterLink} to={inContentManager(record.uid, record.documentId)}>
              {text(RECORD_NAMES[record.type])}
            </Link>
          </Fact>
        )}
        <Fact name="deliveries.column.created">
          <Moment at={createdAt} />
        </Fact>
        {nextAttemptAt && (
          <Fact name="deliveries.next">
            <Moment at={nextAttemptAt} />
          </Fact>
        )}
        {endedAt && (
          <Fact name="deliveries.ended">
            <Moment at={endedAt} />
          </Fact>
        )}
        {eventId && (
          <Fact name="deliveries.eventId">
            <code style={{ overflowWrap: 'anywhere' }}>{eventId}</code>
          </Fact>
        )}
        {resentFrom && (
          <Fact name="deliveries.resentFrom">
            <KinLink kin={resentFrom} />
          </Fact>
        )}
        {resentAs.length > 0 && (
          <Fact name="deliveries.resentAs">
            <Flex direction="column" alignItems="flex-start" gap={2}>
              {resentAs.map((kin) => (
                <KinLink key={kin.documentId} kin={kin} />
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

function KinLink({ kin: { documentId, state, createdAt } }: { kin: Kin }) {
  const { state: from } = useLocation() as { state: unknown };
  return (
    <Flex gap={2}>
      <StateBadge state={state} />
      <Link tag={RouterLink} to={`../${documentId}`} relative="path" state={from}>
        <Moment at={createdAt} />
      </Link>
    </Flex>
  );
}

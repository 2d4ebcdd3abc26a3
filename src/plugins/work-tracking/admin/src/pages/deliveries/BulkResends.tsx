import {
  Box,
  Button,
  Flex,
  ProgressBar,
  Status,
  Typography,
  type StatusVariant,
} from '@strapi/design-system';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { ResendState } from '../../../../domain/delivery';
import { useGetBulkResendsQuery, type Resend } from '../../api/deliveries';
import { DELIVERY_STATE_NAMES } from '../../components/DeliveryState';
import { QueryStates } from '../../components/QueryStates';
import { Timestamp } from '../../components/Time';
import { usePolling } from '../../hooks/polling';
import { useText, type MessageId } from '../../translations/messages';
import { SubscriptionName } from './SubscriptionName';

/** While a bulk resend is running, and while none is: another user may start one. */
const RUNNING_REFRESH_MS = 1_000;
const IDLE_REFRESH_MS = 15_000;

/** How many are shown until the user asks for all. */
const FIRST_SHOWN = 2;

const RESEND_STATE_NAMES: Record<ResendState, MessageId> = {
  running: 'deliveries.bulkResend.running',
  done: 'deliveries.bulkResend.done',
  cancelled: 'deliveries.bulkResend.cancelled',
};

/** The latest bulk resends and their progress; not shown before the first one. */
export function BulkResends() {
  const text = useText();
  const [isRunning, setIsRunning] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const resends = useGetBulkResendsQuery(
    undefined,
    usePolling(isRunning ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS),
  );
  const { data, error } = resends;
  useEffect(() => setIsRunning(data?.some(({ state }) => state === 'running') ?? false), [data]);
  if (data === undefined ? !error : data.length === 0) return null;
  return (
    <Box
      tag="section"
      aria-labelledby="bulk-resends"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={4}
    >
      <Typography id="bulk-resends" tag="h2" variant="omega" fontWeight="bold">
        {text('deliveries.bulkResends')}
      </Typography>
      <QueryStates query={resends}>
        {(all) => (
          <>
            <Flex tag="ul" direction="column" alignItems="stretch" gap={3} paddingTop={3}>
              {all.slice(0, showsAll ? all.length : FIRST_SHOWN).map((resend) => (
                <BulkResend key={resend.documentId} resend={resend} />
              ))}
            </Flex>
            {all.length > FIRST_SHOWN && (
              <Box paddingTop={3}>
                <Button variant="ghost" size="S" onClick={() => setShowsAll(!showsAll)}>
                  {text(showsAll ? 'deliveries.bulkResends.fewer' : 'deliveries.bulkResends.all', {
                    count: all.length,
                  })}
                </Button>
              </Box>
            )}
          </>
        )}
      </QueryStates>
    </Box>
  );
}

const VARIANTS: Record<ResendState, StatusVariant> = {
  running: 'primary',
  done: 'success',
  cancelled: 'neutral',
};

function BulkResend({ resend }: { resend: Resend }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const { state, count = 0, enqueued = 0, subscription, deliveryState, createdAt } = resend;
  const progress = text('deliveries.bulkResend.progress', {
    enqueued: formatNumber(enqueued),
    count: formatNumber(count),
  });
  return (
    <Flex tag="li" gap={4} wrap="wrap">
      <Status size="S" variant={VARIANTS[state]}>
        <Typography tag="span" variant="omega" fontWeight="bold">
          {text(RESEND_STATE_NAMES[state])}
        </Typography>
      </Status>
      {subscription && <SubscriptionName subscription={subscription} />}
      {deliveryState && (
        <Typography textColor="neutral600">{text(DELIVERY_STATE_NAMES[deliveryState])}</Typography>
      )}
      <Typography textColor="neutral600">
        <Timestamp at={createdAt} />
      </Typography>
      <Flex gap={2} marginLeft="auto">
        <Typography variant="pi">{progress}</Typography>
        <Box width="16rem">
          <Progress
            size="S"
            aria-valuenow={enqueued}
            aria-valuemax={count}
            aria-label={progress}
            value={count === 0 ? 100 : (enqueued / count) * 100}
          />
        </Box>
      </Flex>
    </Flex>
  );
}

/** The design system's bar is half as wide and has colours for a dark card. */
const Progress = styled(ProgressBar)`
  width: 100%;
  background-color: ${({ theme }) => theme.colors.neutral200};

  & > div {
    background-color: ${({ theme }) => theme.colors.primary600};
  }
`;

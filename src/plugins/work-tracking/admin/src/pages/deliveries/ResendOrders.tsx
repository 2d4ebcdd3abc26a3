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
import { useGetResendsQuery, type ResendOrder } from '../../api/deliveries';
import { QueryStates } from '../../components/QueryStates';
import { usePolling } from '../../polling';
import { useText } from '../../translations/messages';
import { EndpointName } from './EndpointName';
import { Moment } from './Moment';
import { RESEND_STATE_NAMES, STATE_NAMES } from './names';

/** While an order runs, and while none does: somebody else may make one. */
const RUNNING_REFRESH_MS = 1_000;
const IDLE_REFRESH_MS = 15_000;

/** Orders that are shown before anybody asks for more. */
const FIRST_SHOWN = 2;

/** The latest orders to send many again, and how far each is. Nothing at all before the first one. */
export function ResendOrders() {
  const text = useText();
  const [isRunning, setIsRunning] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const orders = useGetResendsQuery(undefined, usePolling(isRunning ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS));
  const { data, error } = orders;
  useEffect(() => setIsRunning(data?.some(({ state }) => state === 'running') ?? false), [data]);
  if (data === undefined ? !error : data.length === 0) return null;
  return (
    <Box
      tag="section"
      aria-labelledby="resend-orders"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={4}
    >
      <Typography id="resend-orders" tag="h2" variant="omega" fontWeight="bold">
        {text('deliveries.orders')}
      </Typography>
      <QueryStates query={orders}>
        {(all) => (
          <>
            <Flex tag="ul" direction="column" alignItems="stretch" gap={3} paddingTop={3}>
              {all.slice(0, isWhole ? all.length : FIRST_SHOWN).map((order) => (
                <Order key={order.documentId} order={order} />
              ))}
            </Flex>
            {all.length > FIRST_SHOWN && (
              <Box paddingTop={3}>
                <Button variant="ghost" size="S" onClick={() => setIsWhole(!isWhole)}>
                  {text(isWhole ? 'deliveries.orders.fewer' : 'deliveries.orders.all', { count: all.length })}
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

function Order({ order }: { order: ResendOrder }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const { state, count = 0, enqueued = 0, endpoint, deliveryState, createdAt } = order;
  const progress = text('deliveries.order.progress', {
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
      {endpoint && <EndpointName endpoint={endpoint} />}
      {deliveryState && <Typography textColor="neutral600">{text(STATE_NAMES[deliveryState])}</Typography>}
      <Typography textColor="neutral600">
        <Moment at={createdAt} />
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

/** In the design system it is made for dark cards, and half as wide. */
const Progress = styled(ProgressBar)`
  width: 100%;
  background-color: ${({ theme }) => theme.colors.neutral200};

  & > div {
    background-color: ${({ theme }) => theme.colors.primary600};
  }
`;

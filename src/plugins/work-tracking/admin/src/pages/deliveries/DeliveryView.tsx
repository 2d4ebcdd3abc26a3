import { Box, Grid, Link, Typography } from '@strapi/design-system';
import { ArrowLeft } from '@strapi/icons';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation, useParams } from 'react-router-dom';
import { useGetDeliveryQuery, type Attempt } from '../../api/deliveries';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { usePolling } from '../../hooks/polling';
import { useText } from '../../translations/messages';
import { Attempts } from './Attempts';
import { DeliveryActions } from './DeliveryActions';
import { Facts } from './Facts';
import { RequestBody, RequestHeaders } from './SentRequest';

const REFRESH_MS = 2_000;

/** One delivery: the request, the subscription and the result of each attempt. */
export function DeliveryView() {
  const text = useText();
  const { id = '' } = useParams();
  const location = useLocation() as { state: { search?: string } | null };
  const delivery = useGetDeliveryQuery(id, usePolling(REFRESH_MS));
  return (
    <PageFrame title="deliveries.detail.title" actions={<DeliveryActions delivery={delivery.currentData} />}>
      <Box paddingBottom={4}>
        <Link
          tag={RouterLink}
          to={{ pathname: '..', search: location.state?.search ?? '' }}
          relative="path"
          startIcon={<ArrowLeft />}
        >
          {text('deliveries.back')}
        </Link>
      </Box>
      {/* `currentData`, because `data` is that of the delivery before while another one loads. */}
      <QueryStates query={{ ...delivery, data: delivery.currentData }}>
        {(data) => (
          <Grid.Root gap={4}>
            <Column width={8}>
              <AttemptLog attempts={data.attemptLog} />
              {data.body !== undefined && <RequestBody body={data.body} />}
              {data.headers && <RequestHeaders headers={data.headers} />}
            </Column>
            <Column width={4}>
              <Facts delivery={data} />
            </Column>
          </Grid.Root>
        )}
      </QueryStates>
    </PageFrame>
  );
}

const Column = ({ width, children }: { width: number; children: ReactNode }) => (
  <Grid.Item col={width} xs={12} direction="column" alignItems="stretch" gap={4}>
    {children}
  </Grid.Item>
);

function AttemptLog({ attempts }: { attempts: readonly Attempt[] | null }) {
  const text = useText();
  return (
    <Box tag="section" aria-labelledby="attempts">
      <Typography id="attempts" tag="h2" variant="delta">
        {text('deliveries.attempts')}
      </Typography>
      <Box paddingTop={2}>
        {attempts === null || attempts.length === 0 ? (
          <Box background="neutral0" hasRadius shadow="tableShadow" padding={6}>
            <Typography textColor="neutral600">
              {text(attempts === null ? 'deliveries.attempts.hidden' : 'deliveries.attempts.none')}
            </Typography>
          </Box>
        ) : (
          <Attempts attempts={attempts} />
        )}
      </Box>
    </Box>
  );
}

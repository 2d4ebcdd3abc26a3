import { Box, Button, Grid, Link, Typography } from '@strapi/design-system';
import { ArrowLeft, ArrowsCounterClockwise } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router-dom';
import { ENDED_DELIVERY_STATES } from '../../../../domain/delivery';
import {
  useGetDeliveryQuery,
  useResendDeliveryMutation,
  type Attempt,
  type DeliveryDetail,
} from '../../api/deliveries';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useRefusalNotice } from '../../errors';
import { useMay } from '../../permissions';
import { usePolling } from '../../polling';
import { useText } from '../../translations/messages';
import { Attempts } from './Attempts';
import { Body } from './Body';
import { Facts } from './Facts';
import { Headers } from './Headers';

const REFRESH_MS = 2_000;

/** One delivery: what was sent, to whom, and what came of each attempt. */
export function DeliveryView() {
  const text = useText();
  const { id = '' } = useParams();
  const location = useLocation() as { state: { search?: string } | null };
  const delivery = useGetDeliveryQuery(id, usePolling(REFRESH_MS));
  return (
    <PageFrame
      title="deliveries.detail.title"
      actions={delivery.currentData && <ResendButton delivery={delivery.currentData} />}
    >
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
      {/* Another delivery is read anew: what the one before said must not stand for it. */}
      <QueryStates query={{ ...delivery, data: delivery.currentData }}>
        {(data) => (
          <Grid.Root gap={4}>
            <Column width={8}>
              <AttemptLog attempts={data.attemptLog} />
              {data.body !== undefined && <Body body={data.body} />}
              {data.headers && <Headers headers={data.headers} />}
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

/** Leads to the new delivery, which leads back. */
function ResendButton({ delivery: { documentId, state, endpoint } }: { delivery: DeliveryDetail }) {
  const text = useText();
  const may = useMay();
  const noticeRefusal = useRefusalNotice();
  const navigate = useNavigate();
  const { state: from } = useLocation() as { state: unknown };
  const { toggleNotification } = useNotification();
  const [resend, { isLoading }] = useResendDeliveryMutation();
  const hasEnded = ENDED_DELIVERY_STATES.some((ended) => ended === state);
  if (!may('delivery.resend') || !hasEnded || endpoint?.isDeleted) return null;

  const onClick = async () => {
    const answer = await resend(documentId);
    if (noticeRefusal(answer)) return;
    toggleNotification({ type: 'success', message: text('deliveries.resent') });
    navigate(`../${answer.data.documentId}`, { relative: 'path', state: from });
  };
  return (
    <Button startIcon={<ArrowsCounterClockwise />} loading={isLoading} onClick={() => void onClick()}>
      {text('deliveries.resend')}
    </Button>
  );
}

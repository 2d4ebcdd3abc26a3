import { Accordion, Box, Flex, Grid, Link, Status, Typography } from '@strapi/design-system';
import { ArrowLeft } from '@strapi/icons';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link as RouterLink, useLocation, useParams } from 'react-router-dom';
import { useGetDeliveryQuery, type Attempt } from '../../api/deliveries';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { Timestamp } from '../../components/Time';
import { usePolling } from '../../hooks/polling';
import { useText } from '../../translations/messages';
import { CodeBlock } from './CodeBlock';
import { DeliveryActions } from './DeliveryActions';
import { Facts } from './Facts';
import { RESULT_NAMES } from './failure';
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

/** All attempts, the latest first and expanded. */
function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const latest = [...attempts].reverse();
  const when = ({ startedAt, durationMs }: Attempt) =>
    [
      startedAt && formatDate(startedAt, { dateStyle: 'medium', timeStyle: 'medium' }),
      durationMs !== undefined && text('deliveries.chart.ms', { ms: formatNumber(durationMs) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    // A new attempt gives a new key, so that the new attempt is the expanded one.
    <Accordion.Root
      key={latest[0]?.documentId}
      defaultValue={latest[0]?.documentId ?? ''}
      collapsible
      size="M"
    >
      {latest.map((attempt) => (
        <Accordion.Item key={attempt.documentId} value={attempt.documentId}>
          <Accordion.Header>
            <Accordion.Trigger description={when(attempt)}>
              {text('deliveries.attempt', { number: attempt.number ?? 0 })}
            </Accordion.Trigger>
            <Accordion.Actions>
              <Result attempt={attempt} />
            </Accordion.Actions>
          </Accordion.Header>
          <Accordion.Content>
            <Details attempt={attempt} />
          </Accordion.Content>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  );
}

function Result({ attempt: { result, statusCode } }: { attempt: Attempt }) {
  const text = useText();
  if (result === undefined) return null;
  return (
    <Status size="S" width="max-content" variant={result === 'delivered' ? 'success' : 'danger'}>
      <Typography tag="span" variant="omega" fontWeight="bold">
        {typeof statusCode === 'number' ? `HTTP ${statusCode}` : text(RESULT_NAMES[result])}
      </Typography>
    </Status>
  );
}

function Details({ attempt: { result, message, responseBody, nextAttemptAt } }: { attempt: Attempt }) {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={4}>
      {result && (
        <Typography>
          {text(RESULT_NAMES[result])} <code>{result}</code>
        </Typography>
      )}
      {message && <Typography>{message}</Typography>}
      {typeof responseBody === 'string' && (
        <Box>
          <Typography variant="sigma" textColor="neutral600">
            {text('deliveries.answer')}
          </Typography>
          {responseBody === '' ? (
            <Typography tag="p" textColor="neutral600">
              {text('deliveries.answer.empty')}
            </Typography>
          ) : (
            <CodeBlock label={text('deliveries.answer')}>{responseBody}</CodeBlock>
          )}
        </Box>
      )}
      {nextAttemptAt && (
        <Typography textColor="neutral600">
          {text('deliveries.next')} <Timestamp at={nextAttemptAt} />
        </Typography>
      )}
    </Flex>
  );
}

import { Accordion, Box, Flex, Status, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { Attempt } from '../../api/deliveries';
import { Timestamp } from '../../components/Time';
import { useText } from '../../translations/messages';
import { CodeBlock } from './CodeBlock';
import { RESULT_NAMES } from './failure';

/** All attempts, the latest first and expanded. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
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

import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle } from '@strapi/icons';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Option } from '../../../../domain/decision';
import type { InboxDecision } from '../../api/decisions';
import { useText, type MessageId } from '../../translations/messages';

interface OutcomeProps {
  decision: InboxDecision;
  options: readonly Option[];
}

/** What a decision was resolved with, by whom and when. */
export function Outcome({ decision, options }: OutcomeProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { verdict, optionId, note, resolvedAt, resolvedBy } = decision;
  const chosen = options.find(({ id }) => id === optionId)?.title ?? optionId;
  return (
    <Box>
      <Flex gap={2} paddingBottom={4}>
        <CheckCircle fill="success600" aria-hidden />
        <Typography tag="h3" variant="delta">
          {text('inbox.resolved')}
        </Typography>
      </Flex>
      <Flex tag="dl" direction="column" alignItems="stretch" gap={3}>
        <Fact label="resolve.verdict">{verdict}</Fact>
        <Fact label="resolve.option">{chosen}</Fact>
        <Fact label="resolve.note">{note}</Fact>
        <Fact label="inbox.resolvedBy">{resolvedBy?.name}</Fact>
        <Fact label="inbox.resolvedAt">
          {resolvedAt && (
            <time dateTime={resolvedAt}>
              {formatDate(resolvedAt, { dateStyle: 'long', timeStyle: 'short' })}
            </time>
          )}
        </Fact>
      </Flex>
    </Box>
  );
}

/** What is not there, or may not be read, is left out. */
function Fact({ label, children }: { label: MessageId; children: ReactNode }) {
  const text = useText();
  if (!children) return null;
  return (
    <Flex gap={4} alignItems="baseline">
      <Box tag="dt" width="12rem" shrink={0}>
        <Typography variant="pi" textColor="neutral600">
          {text(label)}
        </Typography>
      </Box>
      <Box tag="dd" minWidth={0}>
        <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{children}</Typography>
      </Box>
    </Flex>
  );
}

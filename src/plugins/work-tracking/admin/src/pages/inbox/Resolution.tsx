import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle } from '@strapi/icons';
import type { ReactNode } from 'react';
import type { Option } from '../../../../domain/decision';
import type { InboxDecision } from '../../api/decisions';
import { LongText } from '../../components/LongText';
import { Timestamp } from '../../components/Time';
import { useText, type MessageId } from '../../translations/messages';

interface ResolutionProps {
  decision: InboxDecision;
  options: readonly Option[];
}

/** What a decision was resolved with, by whom and when. */
export function Resolution({ decision, options }: ResolutionProps) {
  const text = useText();
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
          {resolvedAt && <Timestamp at={resolvedAt} dateStyle="long" timeStyle="short" />}
        </Fact>
      </Flex>
    </Box>
  );
}

/** Left out when there is no value, or the user may not read it. */
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
        <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {typeof children === 'string' ? <LongText>{children}</LongText> : children}
        </Typography>
      </Box>
    </Flex>
  );
}

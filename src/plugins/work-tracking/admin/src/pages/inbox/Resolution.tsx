import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle } from '@strapi/icons';
import { forwardRef } from 'react';
import type { Option } from '../../../../domain/decision';
import type { InboxDecision } from '../../api/decisions';
import { Timestamp } from '../../components/Time';
import { useText } from '../../translations/messages';
import { Fact, Facts } from './Facts';

interface ResolutionProps {
  decision: InboxDecision;
  options: readonly Option[];
}

/** The resolution of a decision, by whom and when. Its heading can have the focus. */
export const Resolution = forwardRef<HTMLHeadingElement, ResolutionProps>(function Resolution(
  { decision, options },
  heading,
) {
  const text = useText();
  const { verdict, optionId, note, resolvedAt, resolvedBy } = decision;
  const chosen = options.find(({ id }) => id === optionId)?.title ?? optionId;
  return (
    <Box>
      <Flex gap={2} paddingBottom={4}>
        <CheckCircle fill="success600" aria-hidden />
        <Typography ref={heading} tag="h3" variant="delta" tabIndex={-1}>
          {text('inbox.resolved')}
        </Typography>
      </Flex>
      <Facts>
        <Fact label="resolve.verdict">{verdict}</Fact>
        <Fact label="resolve.option">{chosen}</Fact>
        <Fact label="resolve.note">{note}</Fact>
        <Fact label="inbox.resolvedBy">{resolvedBy?.name}</Fact>
        <Fact label="inbox.resolvedAt">
          {resolvedAt && <Timestamp at={resolvedAt} dateStyle="long" timeStyle="short" />}
        </Fact>
      </Facts>
    </Box>
  );
});

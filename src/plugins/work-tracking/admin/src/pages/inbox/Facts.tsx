import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { LongText } from '../../components/LongText';
import { useText, type MessageId } from '../../translations/messages';
import { Note } from '../../components/Note';

/** A list of `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Flex tag="dl" direction="column" alignItems="stretch" gap={3}>
      {children}
    </Flex>
  );
}

/** Left out when there is no value, or the user may not read it. */
export function Fact({ label, children }: { label: MessageId; children: ReactNode }) {
  const text = useText();
  if (!children) return null;
  return (
    <Flex gap={4} alignItems="baseline">
      <Box tag="dt" width="12rem" shrink={0}>
        <Note>{text(label)}</Note>
      </Box>
      <Box tag="dd" minWidth={0}>
        <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {typeof children === 'string' ? <LongText>{children}</LongText> : children}
        </Typography>
      </Box>
    </Flex>
  );
}

import { Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useText, type MessageId } from '../../translations/messages';

interface SectionProps {
  title: MessageId;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the page, with its heading. */
export function Section({ title, actions, children }: SectionProps) {
  const text = useText();
  return (
    <section aria-label={text(title)}>
      <Flex justifyContent="space-between" gap={4} wrap="wrap" paddingBottom={3} minHeight="4.4rem">
        <Typography tag="h2" variant="delta">
          {text(title)}
        </Typography>
        {actions}
      </Flex>
      {children}
    </section>
  );
}

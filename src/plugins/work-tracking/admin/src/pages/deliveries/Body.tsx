import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useMemo } from 'react';
import { useCopy } from '../../clipboard';
import { useText } from '../../translations/messages';
import { Code } from './Code';

/** The body, laid out for reading; what is copied are the bytes that were signed and sent. */
export function Body({ body }: { body: string }) {
  const text = useText();
  const copy = useCopy({
    copied: 'deliveries.body.copied',
    notCopied: 'deliveries.body.notCopied',
    failure: 'danger',
  });
  const readable = useMemo(() => JSON.stringify(JSON.parse(body), null, 2), [body]);
  return (
    <Box
      tag="section"
      aria-labelledby="body"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={4}
    >
      <Flex justifyContent="space-between">
        <Typography id="body" tag="h2" variant="delta">
          {text('deliveries.body')}
        </Typography>
        <Button variant="tertiary" size="S" startIcon={<Duplicate />} onClick={() => void copy(body)}>
          {text('deliveries.body.copy')}
        </Button>
      </Flex>
      <Code label={text('deliveries.body')}>{readable}</Code>
    </Box>
  );
}

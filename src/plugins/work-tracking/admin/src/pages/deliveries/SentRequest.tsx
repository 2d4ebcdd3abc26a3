import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useMemo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { DeliveryDetail } from '../../api/deliveries';
import { useCopy } from '../../hooks/clipboard';
import { useText, type MessageId } from '../../translations/messages';
import { CodeBlock } from './CodeBlock';

/** Each level of a nested body indents all its lines further, so deep ones grow with the square of their length. */
const MAX_FORMATTED = 200_000;
const MAX_DEPTH = 50;

/** The body with line breaks and indentation; as it is where it is too long or too deep for that. */
function readable(body: string): string {
  if (body.length > MAX_FORMATTED || depthOf(body) > MAX_DEPTH) return body;
  return JSON.stringify(JSON.parse(body), null, 2);
}

/** How deep lists and objects are nested, at most: brackets in strings count too. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of json) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

/** The body, formatted for reading. The button copies the bytes that were signed and sent. */
export function RequestBody({ body }: { body: string }) {
  const text = useText();
  const copy = useCopy({
    copied: 'deliveries.body.copied',
    notCopied: 'deliveries.body.notCopied',
    failure: 'danger',
  });
  const formatted = useMemo(() => readable(body), [body]);
  return (
    <Section
      id="body"
      title="deliveries.body"
      action={
        <Button variant="tertiary" size="S" startIcon={<Duplicate />} onClick={() => void copy(body)}>
          {text('deliveries.body.copy')}
        </Button>
      }
    >
      <CodeBlock label={text('deliveries.body')}>{formatted}</CodeBlock>
    </Section>
  );
}

/** Texts that say how the headers are made for which the server sends no value: they need the secret or the time. */
const HEADER_DESCRIPTIONS: Record<string, MessageId> = {
  'X-Service-Signature': 'deliveries.header.bodySignature',
  'webhook-timestamp': 'deliveries.header.timestamp',
  'webhook-signature': 'deliveries.header.standardSignature',
};

/** The headers of every attempt: their values, or how a value is made that needs the secret or the time. */
export function RequestHeaders({ headers }: { headers: NonNullable<DeliveryDetail['headers']> }) {
  const text = useText();
  return (
    <Section id="headers" title="deliveries.headers">
      <HeaderList>
        {headers.map(({ name, value }) => {
          const description = HEADER_DESCRIPTIONS[name];
          return (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{value === null ? <em>{description && text(description)}</em> : <code>{value}</code>}</dd>
            </div>
          );
        })}
      </HeaderList>
    </Section>
  );
}

interface SectionProps {
  id: string;
  title: MessageId;
  action?: ReactNode;
  children: ReactNode;
}

function Section({ id, title, action, children }: SectionProps) {
  const text = useText();
  return (
    <Box tag="section" aria-labelledby={id} background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Flex justifyContent="space-between">
        <Typography id={id} tag="h2" variant="delta">
          {text(title)}
        </Typography>
        {action}
      </Flex>
      {children}
    </Box>
  );
}

const HeaderList = styled.dl`
  margin-top: ${({ theme }) => theme.spaces[2]};
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: 1.5;
  color: ${({ theme }) => theme.colors.neutral800};

  & > div {
    display: grid;
    grid-template-columns: 18rem 1fr;
    gap: ${({ theme }) => theme.spaces[4]};
    padding: ${({ theme }) => theme.spaces[2]} 0;
    border-top: 1px solid ${({ theme }) => theme.colors.neutral150};
  }

  code {
    font-family: monospace;
    overflow-wrap: anywhere;
  }

  em {
    color: ${({ theme }) => theme.colors.neutral600};
  }
`;

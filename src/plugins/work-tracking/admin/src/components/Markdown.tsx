import { Link, Typography } from '@strapi/design-system';
import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { styled } from 'styled-components';
import { useText } from '../translations/messages';
import { ErrorBoundary } from './ErrorBoundary';
import { LongText } from './LongText';
import { canBeMarkdown } from './markdown-bounds';

/** The protocols that a body's links may have. A relative link would lead into the panel itself, so none is allowed. */
const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:'];

const safeUrl = (url: string): string =>
  URL.canParse(url) && LINK_PROTOCOLS.includes(new URL(url).protocol) ? url : '';

/**
 * A body as Markdown. API clients write it, so it is not trusted: its HTML is shown as text, and its links lead to http,
 * https and mailto only. Images are shown as links, because loading one would tell its host who reads this and when, and
 * could send a request to an address that only the user's browser reaches. What is too long or too deep to be parsed is
 * shown as it was written.
 */
export const Markdown = memo(function Markdown({ children }: { children: string }) {
  const written = <AsWritten>{children}</AsWritten>;
  if (!canBeMarkdown(children)) return written;
  return (
    <ErrorBoundary key={children} fallback={written}>
      <Body>
        <ReactMarkdown components={COMPONENTS} urlTransform={safeUrl}>
          {children}
        </ReactMarkdown>
      </Body>
    </ErrorBoundary>
  );
});

function AsWritten({ children }: { children: string }) {
  const text = useText();
  return (
    <>
      <Typography tag="p" textColor="neutral600" paddingBottom={3}>
        {text('markdown.asWritten')}
      </Typography>
      <Written tabIndex={0} role="region" aria-label={text('markdown.written')}>
        <LongText>{children}</LongText>
      </Written>
    </>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  // The page has headings 1 and 2 itself, so those of a body begin at 3.
  h1: ({ children }) => <Heading tag="h3">{children}</Heading>,
  h2: ({ children }) => <Heading tag="h4">{children}</Heading>,
  h3: ({ children }) => <Heading tag="h5">{children}</Heading>,
  h4: ({ children }) => <Heading tag="h6">{children}</Heading>,
  h5: ({ children }) => <Heading tag="h6">{children}</Heading>,
};

function Heading({ tag, children }: { tag: 'h3' | 'h4' | 'h5' | 'h6'; children?: React.ReactNode }) {
  return (
    <Typography tag={tag} variant={tag === 'h3' ? 'delta' : 'epsilon'} fontWeight="bold">
      {children}
    </Typography>
  );
}

/** Only the text where the address is not allowed. */
function SafeLink({ href, children }: { href: string | undefined; children?: React.ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <Link href={href} isExternal target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </Link>
  );
}

function ImageLink({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const text = useText();
  return <SafeLink href={src}>{text('markdown.image', { name: alt || src || '' })}</SafeLink>;
}

const Body = styled.div`
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  line-height: ${({ theme }) => theme.lineHeights[6]};
  overflow-wrap: anywhere;

  > * + * {
    margin-top: ${({ theme }) => theme.spaces[3]};
  }

  h3,
  h4,
  h5,
  h6 {
    margin-top: ${({ theme }) => theme.spaces[5]};
  }

  > :first-child {
    margin-top: 0;
  }

  ul,
  ol {
    padding-left: ${({ theme }) => theme.spaces[6]};
  }

  ul {
    list-style: disc;
  }

  ol {
    list-style: decimal;
  }

  li + li {
    margin-top: ${({ theme }) => theme.spaces[1]};
  }

  strong {
    font-weight: ${({ theme }) => theme.fontWeights.bold};
  }

  em {
    font-style: italic;
  }

  a,
  a span {
    font-size: inherit;
  }

  a svg {
    display: inline;
    width: 1.2rem;
    height: 1.2rem;
  }

  blockquote {
    padding-left: ${({ theme }) => theme.spaces[4]};
    border-left: 3px solid ${({ theme }) => theme.colors.neutral200};
    color: ${({ theme }) => theme.colors.neutral600};
  }

  code {
    padding: 0.1em 0.3em;
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral150};
    color: ${({ theme }) => theme.colors.neutral800};
    font-family: 'SF Mono', SFMono-Regular, ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
    font-size: 0.9em;
  }

  pre {
    padding: ${({ theme }) => theme.spaces[3]};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral150};
    overflow-x: auto;
  }

  pre code {
    padding: 0;
    background: none;
  }

  hr {
    border: 0;
    border-top: 1px solid ${({ theme }) => theme.colors.neutral200};
  }
`;

const Written = styled.div`
  max-height: 48rem;
  overflow-y: auto;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  line-height: ${({ theme }) => theme.lineHeights[6]};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

import { Link, Typography } from '@strapi/design-system';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { memo } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import { styled } from 'styled-components';
import { useText } from '../translations/messages';
import { ErrorBoundary } from './ErrorBoundary';
import { LongText } from './LongText';
import { canBeMarkdown } from './markdown-bounds';
import { MarkdownBody } from './MarkdownBody';

/** The protocols that a body's links may have. A relative link would lead into the panel itself, so none is allowed. */
const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:'];

const safeUrl = (url: string): string =>
  URL.canParse(url) && LINK_PROTOCOLS.includes(new URL(url).protocol) ? url : '';

/** The data of the parser in which a plugin puts its extensions. */
interface ParserData {
  micromarkExtensions?: object[];
  fromMarkdownExtensions?: object[];
}

type ParserPlugin = Extract<NonNullable<Options['remarkPlugins']>[number], (...options: never) => unknown>;

/** Adds tables, and nothing else of what GitHub adds to Markdown: footnotes and check boxes have no place in a body. */
const tables: ParserPlugin = function addTables() {
  const data = this.data() as ParserData;
  (data.micromarkExtensions ??= []).push(gfmTable());
  (data.fromMarkdownExtensions ??= []).push(gfmTableFromMarkdown());
};
const PLUGINS = [tables];

/**
 * A body as Markdown, with tables. API clients write it, so it is not trusted: its HTML is shown as text, and its links lead to http,
 * https and mailto only. Images are shown as links, because loading one would tell its host who reads this and when, and
 * could send a request to an address that only the user's browser reaches. What is too long or too deep to be parsed is
 * shown as it was written.
 */
export const Markdown = memo(function Markdown({ children }: { children: string }) {
  const written = <AsWritten>{children}</AsWritten>;
  if (!canBeMarkdown(children)) return written;
  return (
    <ErrorBoundary key={children} fallback={written}>
      <MarkdownBody>
        <ReactMarkdown components={COMPONENTS} remarkPlugins={PLUGINS} urlTransform={safeUrl}>
          {children}
        </ReactMarkdown>
      </MarkdownBody>
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
  table: ({ children }) => (
    <Scrolling label="markdown.table">
      <table>{children}</table>
    </Scrolling>
  ),
  pre: ({ children }) => (
    <Scrolling tag="pre" label="markdown.code">
      {children}
    </Scrolling>
  ),
};

function Heading({ tag, children }: { tag: 'h3' | 'h4' | 'h5' | 'h6'; children?: React.ReactNode }) {
  return (
    <Typography tag={tag} variant={tag === 'h3' ? 'delta' : 'epsilon'} fontWeight="bold">
      {children}
    </Typography>
  );
}

interface ScrollingProps {
  label: 'markdown.table' | 'markdown.code';
  tag?: 'div' | 'pre';
  children?: React.ReactNode;
}

/** A wide table or line of code scrolls by itself, with the keyboard too. */
function Scrolling({ label, tag, children }: ScrollingProps) {
  const text = useText();
  return (
    <Scroll as={tag} tabIndex={0} role="group" aria-label={text(label)}>
      {children}
    </Scroll>
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

const Scroll = styled.div`
  overflow-x: auto;

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
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

import { styled } from 'styled-components';

/** How the elements of a text in Markdown look. */
export const MarkdownBody = styled.div`
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

  table {
    border-collapse: collapse;
    /* A word that is broken anywhere would make a column as narrow as a letter. */
    overflow-wrap: break-word;
  }

  th,
  td {
    min-width: 8rem;
    max-width: 48rem;
    padding: ${({ theme }) => `${theme.spaces[1]} ${theme.spaces[3]}`};
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    vertical-align: top;
  }

  th {
    background: ${({ theme }) => theme.colors.neutral150};
    font-weight: ${({ theme }) => theme.fontWeights.bold};
    text-align: start;
  }

  hr {
    border: 0;
    border-top: 1px solid ${({ theme }) => theme.colors.neutral200};
  }
`;

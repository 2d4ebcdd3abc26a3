import { styled } from 'styled-components';
import { LongText } from '../../components/LongText';

/** Text in a fixed-width font, in a box that also scrolls by keyboard. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <Pre tabIndex={0} role="group" aria-label={label}>
    <LongText>{children}</LongText>
  </Pre>
);

const Pre = styled.pre`
  max-height: 48rem;
  overflow: auto;
  margin-top: ${({ theme }) => theme.spaces[2]};
  padding: ${({ theme }) => theme.spaces[4]};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral100};
  color: ${({ theme }) => theme.colors.neutral800};
  font-family: monospace;
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

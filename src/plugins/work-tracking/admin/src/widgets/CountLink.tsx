import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

/** A number and its label, as a link to what is counted. */
export const CountLink = styled(Link)`
  display: flex;
  align-items: baseline;
  gap: ${({ theme }) => theme.spaces[3]};
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
  border-radius: ${({ theme }) => theme.borderRadius};
  color: inherit;
  text-decoration: none;

  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
  }
`;

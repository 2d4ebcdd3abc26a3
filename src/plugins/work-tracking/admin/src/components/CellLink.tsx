import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

/** A link that looks like the main text of a table's cell. */
export const CellLink = styled(Link)`
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  font-weight: ${({ theme }) => theme.fontWeights.semiBold};
  text-decoration: none;

  &:hover,
  &:focus-visible {
    text-decoration: underline;
  }
`;

import { Flex, Th, Thead, Tr, Typography } from '@strapi/design-system';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { useText, type MessageId } from '../translations/messages';

/** The names of a table's columns. */
export function TableHead({ columns }: { columns: readonly MessageId[] }) {
  const text = useText();
  return (
    <Thead>
      <Tr>
        {columns.map((column) => (
          <Th key={column}>
            <Typography variant="sigma" textColor="neutral600">
              {text(column)}
            </Typography>
          </Th>
        ))}
      </Tr>
    </Thead>
  );
}

/** In a cell with several buttons, Strapi's table handles these keys itself, and no button could be pressed or left. */
const BUTTON_KEYS = ['Enter', ' ', 'Tab'];

const keepForButtons = (event: KeyboardEvent) => {
  if (BUTTON_KEYS.includes(event.key)) event.stopPropagation();
};

/** The buttons in a table's cell: the arrow keys move between them, Enter and space press them. */
export const CellActions = ({ children }: { children: ReactNode }) => (
  <Flex gap={1} onKeyDown={keepForButtons}>
    {children}
  </Flex>
);

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

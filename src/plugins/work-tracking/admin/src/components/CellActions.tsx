import { Flex } from '@strapi/design-system';
import type { KeyboardEvent, ReactNode } from 'react';

/** Strapi's table takes these for itself where a cell has several buttons, and nothing could be pressed or left. */
const KEYS_OF_BUTTONS = ['Enter', ' ', 'Tab'];

const keepForButtons = (event: KeyboardEvent) => {
  if (KEYS_OF_BUTTONS.includes(event.key)) event.stopPropagation();
};

/** The buttons of a table's cell: the arrow keys go from one to the next, Enter and space press them. */
export const CellActions = ({ children }: { children: ReactNode }) => (
  <Flex gap={1} onKeyDown={keepForButtons}>
    {children}
  </Flex>
);

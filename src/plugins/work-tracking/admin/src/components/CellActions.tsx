import { Flex } from '@strapi/design-system';
import type { KeyboardEvent, ReactNode } from 'react';

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

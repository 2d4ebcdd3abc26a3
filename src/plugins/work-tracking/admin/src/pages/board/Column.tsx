import { useDroppable } from '@dnd-kit/core';
import { Badge, Flex, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import type { MutableRefObject } from 'react';
import { FormattedNumber } from 'react-intl';
import { styled, type DefaultTheme } from 'styled-components';
import type { BoardColumn, BoardFilters, Ticket } from '../../api/board';
import { statusColor, useStatusLabel } from '../../statuses';
import { useText } from '../../translations/messages';
import { ColumnPage } from './ColumnPage';
import type { Moves } from './moves';

/** What the cards of all columns need. */
export interface CardsProps {
  filters: BoardFilters;
  moves: Moves;
  /** Where a ticket may go from a status. */
  movesFrom: (ticket: Ticket, status: string) => readonly string[];
  canMove: boolean;
  onMove: (ticket: Ticket, to: string) => void;
  /** The ticket that holds the keyboard's focus, also while its card goes from one list to another. */
  focused: MutableRefObject<string | null>;
}

interface ColumnProps extends CardsProps {
  column: BoardColumn;
  count: number;
  /** Does any status lead here? One that a team has added and the map of moves does not name can't be entered. */
  isEnterable: boolean;
  /** Does it take the card that is being dragged? None is while it is undefined. */
  accepts: boolean | undefined;
}

/** The tickets of one status. */
export function Column({ column, count, isEnterable, accepts, ...cards }: ColumnProps) {
  const text = useText();
  const statusLabel = useStatusLabel();
  const { status } = column;
  const { setNodeRef, isOver } = useDroppable({ id: status, disabled: accepts !== true });
  const label = statusLabel(status);
  return (
    <Frame ref={setNodeRef} aria-label={label} data-status={status} $accepts={accepts} $isOver={isOver}>
      <Flex tag="header" gap={2} padding={3} paddingBottom={2}>
        <Dot $color={statusColor(status)} />
        <Typography tag="h2" variant="omega" fontWeight="semiBold">
          {label}
        </Typography>
        <Badge size="S" aria-label={text('board.count', { count })}>
          <FormattedNumber value={count} />
        </Badge>
        {!isEnterable && (
          <span title={text('board.not_enterable')}>
            <Lock width="1.2rem" aria-label={text('board.not_enterable')} />
          </span>
        )}
      </Flex>
      <Scroll>
        <ColumnPage column={column} {...cards} />
      </Scroll>
    </Frame>
  );
}

/** Lighter cards on a darker ground, in both themes. */
const ground = ({ colorScheme }: DefaultTheme) => (colorScheme === 'dark' ? 'neutral0' : 'neutral150');

const Frame = styled.section<{ $accepts: boolean | undefined; $isOver: boolean }>`
  display: flex;
  flex: 1 0 21rem;
  flex-direction: column;
  max-width: 36rem;
  min-height: 0;
  background: ${({ theme, $isOver }) => ($isOver ? theme.colors.primary100 : theme.colors[ground(theme)])};
  border: 1px ${({ $accepts }) => ($accepts ? 'dashed' : 'solid')}
    ${({ theme, $accepts }) => ($accepts ? theme.colors.primary500 : 'transparent')};
  border-radius: 8px;
  opacity: ${({ $accepts }) => ($accepts === false ? 0.4 : 1)};
  cursor: ${({ $accepts }) => ($accepts === false ? 'not-allowed' : 'auto')};
  transition:
    opacity 120ms,
    background 120ms;
`;

/** Positioned, since what is in it for screen readers alone is, too: it would make the whole document scroll. */
const Scroll = styled.div`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior-y: contain;
  padding: 0 ${({ theme }) => theme.spaces[2]} ${({ theme }) => theme.spaces[2]};
`;

const Dot = styled.span<{ $color: ReturnType<typeof statusColor> }>`
  width: 1rem;
  height: 1rem;
  border-radius: 50%;
  background: ${({ theme, $color }) => theme.colors[$color]};
`;

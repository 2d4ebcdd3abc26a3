import { useDroppable } from '@dnd-kit/core';
import { Badge, Flex, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import { styled, type DefaultTheme } from 'styled-components';
import type { BoardColumn } from '../../api/board';
import { useCountText } from '../../components/Count';
import { statusColor, useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { ColumnPage, type CardsProps } from './ColumnPage';

interface ColumnProps extends CardsProps {
  column: BoardColumn;
  count: number;
  /** Can tickets be moved here at all? Not to a status that a content team added and the map of moves does not name. */
  isEnterable: boolean;
  /** Can the dragged ticket be moved here? Undefined while none is dragged. */
  accepts: boolean | undefined;
}

/** The tickets of one status. */
export function Column({ column, count, isEnterable, accepts, ...cards }: ColumnProps) {
  const text = useText();
  const countText = useCountText();
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
        <Badge size="S" aria-label={text('board.count', { count, shown: countText(count) })}>
          {countText(count)}
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

/** In both themes the cards are lighter than the column. */
const columnColor = ({ colorScheme }: DefaultTheme) => (colorScheme === 'dark' ? 'neutral0' : 'neutral150');

const Frame = styled.section<{ $accepts: boolean | undefined; $isOver: boolean }>`
  display: flex;
  flex: 1 0 21rem;
  flex-direction: column;
  max-width: 36rem;
  min-height: 0;
  background: ${({ theme, $isOver }) => ($isOver ? theme.colors.primary100 : theme.colors[columnColor(theme)])};
  border: 1px ${({ $accepts }) => ($accepts ? 'dashed' : 'solid')}
    ${({ theme, $accepts }) => ($accepts ? theme.colors.primary500 : 'transparent')};
  border-radius: 8px;
  opacity: ${({ $accepts }) => ($accepts === false ? 0.4 : 1)};
  cursor: ${({ $accepts }) => ($accepts === false ? 'not-allowed' : 'auto')};
  transition:
    opacity 120ms,
    background 120ms;
`;

/** `position: relative` contains the hidden texts for screen readers, which would otherwise make the page scroll. */
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

import { useDroppable } from '@dnd-kit/core';
import { Badge, Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Collapse, Lock, Plus } from '@strapi/icons';
import { useRef, useState, type ReactNode } from 'react';
import { css, styled, type DefaultTheme } from 'styled-components';
import { COUNTED_UP_TO } from '../../../../domain/count';
import type { BoardColumn } from '../../api/board';
import { useCountText } from '../../components/Count';
import { Note } from '../../components/Note';
import { statusColor, useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { ColumnPage, type CardsProps } from './ColumnPage';

interface ColumnProps extends CardsProps {
  column: BoardColumn;
  /** Can tickets be moved here at all? Not to a status that a content team added and the map of moves does not name. */
  isEnterable: boolean;
  /** Starts a new ticket; only where new ones start. */
  onFile: (() => void) | undefined;
  /** Can the dragged ticket be moved here? Undefined while none is dragged. */
  accepts: boolean | undefined;
  /** Makes it a strip. */
  onCollapse: () => void;
}

/** The tickets of one status. */
export function Column({ column, isEnterable, onFile, accepts, onCollapse, ...cards }: ColumnProps) {
  const text = useText();
  const statusLabel = useStatusLabel();
  const { status, count, recent } = column;
  const [isOpened, setOpened] = useState(false);
  const isFinal = recent !== undefined;
  const isRecent = isFinal && !isOpened;
  const hasOlder = isRecent && (count > recent || recent > COUNTED_UP_TO);
  const list = useRef<HTMLDivElement>(null);
  const showOlder = () => {
    // The button goes; from the last card the older ones are the next.
    const titles = list.current?.querySelectorAll<HTMLElement>('[data-ticket] a');
    (titles?.[titles.length - 1] ?? list.current)?.focus({ preventScroll: true });
    setOpened(true);
  };
  const { setNodeRef, isOver } = useDroppable({ id: status, disabled: accepts !== true });
  const label = statusLabel(status);
  return (
    <Frame ref={setNodeRef} aria-label={label} data-status={status} $accepts={accepts} $isOver={isOver}>
      <Flex tag="header" gap={2} padding={3} paddingBottom={2}>
        <Dot $color={statusColor(status)} />
        <Typography tag="h2" variant="omega" fontWeight="semiBold">
          {label}
        </Typography>
        <ColumnCount column={column} isRecent={isRecent} />
        {!isEnterable && (
          <span title={text('board.not_enterable')}>
            <Lock width="1.2rem" aria-label={text('board.not_enterable')} />
          </span>
        )}
        {onFile && (
          <HeaderButton label={text('board.new.in', { status: label })} onClick={onFile}>
            <Plus />
          </HeaderButton>
        )}
        {isFinal && (
          <HeaderButton label={text('board.column.collapse', { status: label })} onClick={onCollapse}>
            <Collapse />
          </HeaderButton>
        )}
      </Flex>
      <Scroll ref={list} tabIndex={-1}>
        <ColumnPage column={column} isRecent={isRecent} {...cards} />
        {hasOlder && (
          <Flex justifyContent="center" padding={2}>
            <Button variant="ghost" size="S" onClick={showOlder}>
              {text('board.column.older')}
            </Button>
          </Flex>
        )}
      </Scroll>
    </Frame>
  );
}

interface ColumnCountProps {
  column: BoardColumn;
  /** Are only those counted that changed in the last two weeks? */
  isRecent: boolean;
  /** Leaves out the words beside the number. */
  isShort?: boolean;
}

/** The number of tickets in a column, and what it counts where that is not all of them. */
export function ColumnCount({ column: { count, recent = 0 }, isRecent, isShort = false }: ColumnCountProps) {
  const text = useText();
  const countText = useCountText();
  const shown = countText(count);
  if (!isRecent || count === recent) {
    return (
      <Badge size="S" aria-label={text('board.count', { count, shown })}>
        {shown}
      </Badge>
    );
  }
  const label = text('board.column.recent_of', { recent, shownRecent: countText(recent), shown });
  return (
    <>
      <Badge size="S" aria-label={label} title={label}>
        {countText(recent)}
      </Badge>
      {!isShort && <Note aria-hidden>{text('board.column.recent')}</Note>}
    </>
  );
}

interface HeaderButtonProps {
  label: string;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

const HeaderButton = ({ label, onClick, children }: HeaderButtonProps) => (
  <AtEnd>
    <IconButton size="XS" variant="ghost" label={label} onClick={onClick}>
      {children}
    </IconButton>
  </AtEnd>
);

export interface FrameProps {
  /** Can the dragged ticket be moved here? Undefined while none is dragged. */
  $accepts: boolean | undefined;
  $isOver: boolean;
}

/** In both themes the cards are lighter than the column. */
const columnColor = ({ colorScheme }: DefaultTheme) => (colorScheme === 'dark' ? 'neutral0' : 'neutral150');

/** How a column looks, and how it shows whether it takes the dragged card. */
export const frameStyles = css<FrameProps>`
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

const Frame = styled.section<FrameProps>`
  ${frameStyles}
  display: flex;
  flex: 1 0 21rem;
  flex-direction: column;
  /* A long word would widen its column. */
  min-width: 21rem;
  max-width: 36rem;
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

const AtEnd = styled.span`
  margin: -0.4rem 0 -0.4rem auto;
`;

const Dot = styled.span<{ $color: ReturnType<typeof statusColor> }>`
  width: 1rem;
  height: 1rem;
  border-radius: 50%;
  background: ${({ theme, $color }) => theme.colors[$color]};
`;

import { useDroppable } from '@dnd-kit/core';
import { Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Collapse, Lock, Plus } from '@strapi/icons';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { COUNTED_UP_TO } from '../../../../domain/count';
import type { BoardColumn } from '../../api/board';
import { statusColor, useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { frameStyles, type FrameProps } from './column-frame';
import { ColumnCount } from './ColumnCount';
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

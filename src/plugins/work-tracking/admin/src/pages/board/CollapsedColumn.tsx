import { useDroppable } from '@dnd-kit/core';
import { VisuallyHidden } from '@strapi/design-system';
import { Expand } from '@strapi/icons';
import { useAuth, usePersistentState } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { BoardColumn } from '../../api/board';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { ColumnCount, frameStyles, type FrameProps } from './Column';

const NONE: unknown = [];

/** The columns that the user has collapsed, which this browser remembers for each person. */
export function useCollapsed(): [readonly string[], (status: string, isCollapsed: boolean) => void] {
  const userId = useAuth('useCollapsed', (auth) => auth.user?.id);
  const [stored, store] = usePersistentState(`work-tracking.board.collapsed.${String(userId ?? '')}`, NONE);
  // A value that something else has written there counts as none.
  const statuses = Array.isArray(stored) ? stored.map(String) : [];
  const set = (status: string, isCollapsed: boolean) => {
    const others = statuses.filter((other) => other !== status);
    store(isCollapsed ? [...others, status] : others);
  };
  return [statuses, set];
}

interface CollapsedColumnProps {
  column: BoardColumn;
  /** Can the dragged ticket be moved here? Undefined while none is dragged. */
  accepts: boolean | undefined;
  /** Did the ticket that has the keyboard's focus just come here? It has no card that could keep it. */
  takesFocus: boolean;
  onExpand: () => void;
}

/** A column as a strip with its name and number, onto which tickets can be moved all the same. */
export function CollapsedColumn({ column, accepts, takesFocus, onExpand }: CollapsedColumnProps) {
  const text = useText();
  const label = useStatusLabel()(column.status);
  const { setNodeRef, isOver } = useDroppable({ id: column.status, disabled: accepts !== true });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Strip
      ref={setNodeRef}
      aria-label={label}
      data-status={column.status}
      $accepts={accepts}
      $isOver={isOver}
    >
      <Whole
        ref={button}
        type="button"
        aria-expanded={false}
        title={text('board.column.expand', { status: label })}
        onClick={onExpand}
      >
        <Expand aria-hidden />
        <VisuallyHidden>{text('board.column.expand', { status: label })}</VisuallyHidden>
        <ColumnCount column={column} isRecent isShort />
        <Name aria-hidden>{label}</Name>
      </Whole>
    </Strip>
  );
}

const Strip = styled.section<FrameProps>`
  ${frameStyles}
  flex: none;
  width: 4.4rem;
`;

const Whole = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[2]};
  width: 100%;
  height: 100%;
  padding: ${({ theme }) => theme.spaces[3]} 0;
  color: ${({ theme }) => theme.colors.neutral600};
`;

const Name = styled.span`
  writing-mode: vertical-rl;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  font-weight: ${({ theme }) => theme.fontWeights.semiBold};
`;

import { useDraggable } from '@dnd-kit/core';
import { IconButton, Menu } from '@strapi/design-system';
import { Drag, More } from '@strapi/icons';
import isEqual from 'lodash/isEqual';
import {
  memo,
  useEffect,
  useRef,
  useState,
  type DOMAttributes,
  type KeyboardEventHandler,
  type MutableRefObject,
} from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { titleOf, type Ticket } from '../../api/board';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';
import { CardFace } from './CardFace';
import { isPlainKey } from './keyboard';
import { useBoardSelection } from './selection';
import { useOpenName, useTicketAddress } from './ticket/address';

interface CardProps {
  ticket: Ticket;
  /** The statuses that it can move to; none for a user who may not move tickets. */
  targets: readonly string[];
  /** Has its work ended? */
  isEnded: boolean;
  onMove: (ticket: Ticket, to: string) => void;
  focused: MutableRefObject<string | null>;
}

/**
 * A ticket's card. The mouse drags it anywhere, a finger by its handle. The keyboard has one stop on it, its title: space
 * drags it, and M opens its menu of moves.
 */
export function Card(props: CardProps) {
  const { ticket, targets } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: ticket.documentId,
    data: { ticket },
    disabled: targets.length === 0,
  });
  const { onKeyDown, ...pointer } = (listeners ?? {}) as DOMAttributes<HTMLElement>;
  return (
    <Item ref={setNodeRef} data-ticket={ticket.documentId} $isDragged={isDragging} {...pointer}>
      <CardBody
        {...props}
        titleRef={setActivatorNodeRef}
        onTitleKeyDown={onKeyDown}
        instructions={attributes['aria-describedby']}
      />
    </Item>
  );
}

interface CardBodyProps extends CardProps {
  titleRef: (element: HTMLElement | null) => void;
  /** Starts dragging; none for a card that can't be moved. */
  onTitleKeyDown: KeyboardEventHandler<HTMLElement> | undefined;
  /** The id of the element that explains dragging to screen readers. */
  instructions: string;
}

/**
 * Memoised with a deep comparison: each step of a drag renders every card, and each change on the board brings new but
 * mostly equal tickets.
 */
const CardBody = memo(function CardBody(props: CardBodyProps) {
  const { ticket, targets, isEnded, onMove, focused, titleRef, onTitleKeyDown, instructions } = props;
  const text = useText();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isMovable = targets.length > 0;
  const onKeyDown: KeyboardEventHandler<HTMLElement> = (event) => {
    if (!isPlainKey(event, 'm') || !isMovable) return onTitleKeyDown?.(event);
    event.preventDefault();
    setMenuOpen(true);
  };
  return (
    <CardFace
      ticket={ticket}
      isEnded={isEnded}
      title={
        <TitleLink
          ticket={ticket}
          focused={focused}
          titleRef={titleRef}
          onKeyDown={onKeyDown}
          instructions={isMovable ? instructions : undefined}
        />
      }
      choice={<CardChoice ticket={ticket} />}
      controls={
        isMovable && (
          <Controls>
            <IconButton
              tabIndex={-1}
              size="XS"
              variant="ghost"
              label={text('board.drag', { title: titleOf(ticket) })}
              withTooltip={false}
              // A finger scrolls the page everywhere except here.
              style={{ touchAction: 'none' }}
            >
              <Drag />
            </IconButton>
            <MoveMenu
              ticket={ticket}
              targets={targets}
              onMove={onMove}
              isOpen={isMenuOpen}
              onOpenChange={setMenuOpen}
            />
          </Controls>
        )
      }
    />
  );
}, isEqual);

interface MoveMenuProps {
  ticket: Ticket;
  targets: readonly string[];
  onMove: (ticket: Ticket, to: string) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The trigger passes this to its button; a tooltip would take longer to render than the rest of the card. */
const WITHOUT_TOOLTIP = { withTooltip: false };

/** "Move to…": the allowed moves, for the keyboard and for touch screens. */
function MoveMenu({ ticket, targets, onMove, isOpen, onOpenChange }: MoveMenuProps) {
  const text = useText();
  const statusLabel = useStatusLabel();
  return (
    // Pressing the menu's button must not start a drag.
    <span onPointerDown={(event) => event.stopPropagation()}>
      <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
        <Menu.Trigger
          tag={IconButton}
          tabIndex={-1}
          size="XS"
          variant="ghost"
          icon={<More />}
          label={text('board.move', { title: titleOf(ticket) })}
          {...WITHOUT_TOOLTIP}
        />
        <Menu.Content popoverPlacement="bottom-end" maxHeight="none">
          <Menu.Label>{text('board.move_to')}</Menu.Label>
          {targets.map((status) => (
            <Menu.Item key={status} onSelect={() => onMove(ticket, status)}>
              {statusLabel(status)}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Root>
    </span>
  );
}

interface TitleLinkProps extends Pick<CardBodyProps, 'ticket' | 'focused' | 'titleRef'> {
  onKeyDown: KeyboardEventHandler<HTMLElement>;
  /** None for a card that can't be moved. */
  instructions: string | undefined;
}

/** Whether the user is at something else than the board's columns: a search, a dialog, the ticket beside the board. */
const isBusyElsewhere = (): boolean =>
  document.activeElement !== document.body &&
  document.activeElement?.matches('main, [data-status], [data-status] *') === false;

/** The title as a link to the ticket beside the board. */
function TitleLink({ ticket, focused, titleRef, onKeyDown, instructions }: TitleLinkProps) {
  const link = useRef<HTMLAnchorElement | null>(null);
  const { documentId, ref } = ticket;
  const addressOf = useTicketAddress();
  const openName = useOpenName();
  // A ref that somebody has typed into the address can be in any case.
  const isOpen =
    openName !== undefined && (openName === documentId || openName.toUpperCase() === ref?.toUpperCase());
  const canChoose = useBoardSelection() !== undefined;
  useEffect(() => {
    if (focused.current === documentId && !isBusyElsewhere()) link.current?.focus({ preventScroll: true });
  }, [documentId, focused]);
  return (
    <Title
      ref={(element) => {
        link.current = element;
        titleRef(element);
      }}
      to={addressOf(ref ?? documentId)}
      draggable={false}
      aria-describedby={instructions}
      aria-keyshortcuts={[instructions && 'Space m', canChoose && 'x'].filter(Boolean).join(' ') || undefined}
      onKeyDown={onKeyDown}
      aria-current={isOpen ? 'true' : undefined}
    >
      {titleOf(ticket)}
    </Title>
  );
}

const Controls = styled.div`
  display: flex;
  flex: none;
  margin: -0.4rem -0.4rem 0 0;
`;

/** With a mouse, the controls appear when it is over the card or the focus is in it; touch screens always show them. */
const Item = styled.li<{ $isDragged: boolean }>`
  margin-top: ${({ theme }) => theme.spaces[2]};
  opacity: ${({ $isDragged }) => ($isDragged ? 0.3 : 1)};

  @media (hover: hover) {
    ${Controls} {
      opacity: 0;
    }
    &:hover ${Controls}, &:focus-within ${Controls} {
      opacity: 1;
    }
  }
`;

const Title = styled(Link)`
  color: inherit;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

/** The check box of a card. With the keyboard it is X on the card. */
function CardChoice({ ticket }: { ticket: Ticket }) {
  const text = useText();
  const selection = useBoardSelection();
  if (!selection) return null;
  return (
    <Box
      type="checkbox"
      tabIndex={-1}
      aria-label={text('bulk.choose', { title: titleOf(ticket) })}
      title={text('bulk.choose.hint')}
      aria-keyshortcuts="x"
      checked={selection.chosen.has(ticket.documentId)}
      // Pressing it must not start a drag.
      onPointerDown={(event) => event.stopPropagation()}
      onChange={({ nativeEvent }) => {
        if ((nativeEvent as MouseEvent).shiftKey) selection.extendTo(ticket);
        else selection.toggle(ticket);
      }}
    />
  );
}

const Box = styled.input`
  flex: none;
  width: 1.8rem;
  height: 1.8rem;
  margin: 0;
  color-scheme: ${({ theme }) => theme.colorScheme};
  accent-color: ${({ theme }) => theme.colors.primary600};
  cursor: pointer;
`;

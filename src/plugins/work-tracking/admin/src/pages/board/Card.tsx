import { useDraggable } from '@dnd-kit/core';
import { IconButton } from '@strapi/design-system';
import { Drag } from '@strapi/icons';
import isEqual from 'lodash/isEqual';
import {
  memo,
  useEffect,
  useRef,
  type DOMAttributes,
  type KeyboardEventHandler,
  type MutableRefObject,
} from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Ticket } from '../../api/board';
import { formPath, TICKET } from '../../api/documents';
import { useText } from '../../translations/messages';
import { CardFace, titleOf } from './CardFace';
import { MoveMenu } from './MoveMenu';

interface CardProps {
  ticket: Ticket;
  /** The statuses that it can move to; none for a user who may not move tickets. */
  targets: readonly string[];
  onMove: (ticket: Ticket, to: string) => void;
  focused: MutableRefObject<string | null>;
}

/** A ticket's card. The mouse drags it anywhere, the keyboard by its handle. */
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
        handleRef={setActivatorNodeRef}
        onHandleKeyDown={onKeyDown}
        instructions={attributes['aria-describedby']}
      />
    </Item>
  );
}

interface CardBodyProps extends CardProps {
  handleRef: (element: HTMLElement | null) => void;
  onHandleKeyDown: KeyboardEventHandler<HTMLElement> | undefined;
  /** The id of the element that explains dragging to screen readers. */
  instructions: string;
}

/**
 * Memoised with a deep comparison: each step of a drag renders every card, and each change on the board brings new but
 * mostly equal tickets.
 */
const CardBody = memo(function CardBody(props: CardBodyProps) {
  const { ticket, targets, onMove, focused, handleRef, onHandleKeyDown, instructions } = props;
  const text = useText();
  return (
    <CardFace
      ticket={ticket}
      title={<TitleLink ticket={ticket} focused={focused} />}
      controls={
        targets.length > 0 && (
          <Controls>
            <IconButton
              ref={handleRef}
              size="XS"
              variant="ghost"
              label={text('board.drag', { title: titleOf(ticket) })}
              withTooltip={false}
              aria-describedby={instructions}
              onKeyDown={onHandleKeyDown}
            >
              <Drag />
            </IconButton>
            <MoveMenu ticket={ticket} targets={targets} onMove={onMove} />
          </Controls>
        )
      }
    />
  );
}, isEqual);

type TitleLinkProps = Pick<CardProps, 'ticket' | 'focused'>;

/** The title as a link to the ticket in the content manager. */
function TitleLink({ ticket, focused }: TitleLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const { documentId } = ticket;
  useEffect(() => {
    if (focused.current === documentId) link.current?.focus({ preventScroll: true });
  }, [documentId, focused]);
  return (
    <Title ref={link} to={formPath(TICKET, documentId)} draggable={false}>
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

import { styled } from 'styled-components';
import type { Ticket } from '../../api/board';
import { titleOf } from '../../components/ticket-title';
import { useText } from '../../translations/messages';
import { useBoardSelection } from './selection';

/** The check box of a card. With the keyboard it is X on the card. */
export function CardChoice({ ticket }: { ticket: Ticket }) {
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

import { IconButton, Menu } from '@strapi/design-system';
import { More } from '@strapi/icons';
import { titleOf, type Ticket } from '../../api/board';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';

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
export function MoveMenu({ ticket, targets, onMove, isOpen, onOpenChange }: MoveMenuProps) {
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

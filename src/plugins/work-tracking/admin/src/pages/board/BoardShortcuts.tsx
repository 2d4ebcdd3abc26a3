import { ShortcutDialog, type Shortcut, type ShortcutGroup } from '../../components/ShortcutDialog';

interface BoardShortcutsProps {
  /** May the user file tickets, choose cards, and move them? The keys for what they may not do are left out. */
  canFile: boolean;
  canChoose: boolean;
  canMove: boolean;
  onClose: () => void;
}

/** The keys of the board, of its cards, and of the ticket that is open beside it. */
export default function BoardShortcuts({ canFile, canChoose, canMove, onClose }: BoardShortcutsProps) {
  const groups: ShortcutGroup[] = [
    {
      title: 'shortcuts.board',
      shortcuts: [
        ...(canFile ? FILING : []),
        { does: 'shortcuts.board.ref', keys: [['enter']] },
        ...(canChoose ? CLEARING : []),
        { does: 'shortcuts.show', keys: [['?']] },
      ],
    },
    {
      title: 'shortcuts.card',
      shortcuts: [...ON_CARD, ...(canChoose ? CHOOSING : []), ...(canMove ? MOVING : [])],
    },
    ...(canMove ? [LIFTED] : []),
    TICKET,
  ];
  return <ShortcutDialog groups={groups} onClose={onClose} />;
}

const FILING: readonly Shortcut[] = [{ does: 'board.new', keys: [['C']] }];

const CLEARING: readonly Shortcut[] = [{ does: 'shortcuts.board.clear', keys: [['escape']] }];

const ON_CARD: readonly Shortcut[] = [
  { does: 'shortcuts.card.open', keys: [['enter']] },
  { does: 'shortcuts.card.above', keys: [['↑']] },
  { does: 'shortcuts.card.below', keys: [['↓']] },
  { does: 'shortcuts.card.beside', keys: [['←'], ['→']] },
  { does: 'shortcuts.card.first', keys: [['home'], ['end']] },
];

const CHOOSING: readonly Shortcut[] = [
  { does: 'shortcuts.card.choose', keys: [['X']] },
  { does: 'shortcuts.card.choose_range', keys: [['shift', 'X']] },
];

const MOVING: readonly Shortcut[] = [
  { does: 'shortcuts.card.menu', keys: [['M']] },
  { does: 'shortcuts.card.lift', keys: [['space']] },
];

const LIFTED: ShortcutGroup = {
  title: 'shortcuts.lifted',
  shortcuts: [
    { does: 'shortcuts.lifted.column', keys: [['←'], ['→']] },
    { does: 'shortcuts.lifted.drop', keys: [['space'], ['enter']] },
    { does: 'shortcuts.lifted.back', keys: [['escape']] },
  ],
};

const TICKET: ShortcutGroup = {
  title: 'shortcuts.ticket',
  shortcuts: [
    { does: 'shortcuts.ticket.previous', keys: [['↑']] },
    { does: 'shortcuts.ticket.next', keys: [['↓']] },
    { does: 'shortcuts.ticket.close', keys: [['escape']] },
    { does: 'shortcuts.ticket.save', keys: [['enter']] },
    {
      does: 'shortcuts.ticket.send',
      keys: [
        ['control', 'enter'],
        ['command', 'enter'],
      ],
    },
    { does: 'shortcuts.ticket.leave', keys: [['escape']] },
  ],
};

import { ShortcutDialog, type Shortcut, type ShortcutGroup } from '../../components/ShortcutDialog';
import { useMay } from '../../hooks/permissions';

/** The keys of the decision inbox; those that resolve only for somebody who may. */
export default function InboxShortcuts({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const groups: ShortcutGroup[] = [
    {
      title: 'shortcuts.inbox',
      shortcuts: [
        { does: 'shortcuts.inbox.next', keys: [['J']] },
        { does: 'shortcuts.inbox.previous', keys: [['K']] },
        ...(may('decision.resolve') ? RESOLVING : []),
        { does: 'shortcuts.show', keys: [['?']] },
      ],
    },
    ...(may('comment.write') ? [COMMENT] : []),
  ];
  return <ShortcutDialog groups={groups} onClose={onClose} />;
}

const SENDING: Shortcut['keys'] = [
  ['control', 'enter'],
  ['command', 'enter'],
];

const RESOLVING: readonly Shortcut[] = [
  { does: 'shortcuts.inbox.option', keys: [['1 – 9']] },
  { does: 'shortcuts.inbox.resolve', keys: SENDING },
];

const COMMENT: ShortcutGroup = {
  title: 'shortcuts.comment',
  shortcuts: [{ does: 'shortcuts.comment.send', keys: SENDING }],
};

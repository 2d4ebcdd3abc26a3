import { Button } from '@strapi/design-system';
import { Suspense, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useShortcut } from '../hooks/shortcut';
import { useText } from '../translations/messages';

interface ShortcutHelpProps {
  /** Draws the dialog with the page's keys, which is loaded once it is opened. */
  children: (onClose: () => void) => ReactNode;
}

/** A button for the list of a page's keys, which `?` opens, too. */
export function ShortcutHelp({ children }: ShortcutHelpProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut('?', open);
  return (
    <>
      <Opener>
        <Button variant="ghost" size="S" onClick={open} aria-haspopup="dialog" aria-keyshortcuts="?">
          {text('shortcuts.title')}
        </Button>
      </Opener>
      {isOpen && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}

/** For those who have a keyboard. */
const Opener = styled.div`
  @media (hover: none) {
    display: none;
  }
`;

import { Button, Dialog } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import type { ReactNode } from 'react';
import { useOutcomeNotification, type PanelError } from '../hooks/errors';
import { useReturnedFocus } from '../hooks/focus';
import { useText } from '../translations/messages';

interface ConfirmDialogProps {
  title: string;
  /** The consequence, and that it can't be undone where it can't. */
  children: ReactNode;
  /** The button's text. */
  confirm: string;
  /** Does it take something away? It does by default. */
  isDangerous?: boolean;
  /** The text of the other button, where "Cancel" could be taken for the action. */
  dismiss?: string;
  /** The notification afterwards. */
  done: string;
  isLoading: boolean;
  act: () => Promise<{ data: unknown } | { error: PanelError }>;
  onDone: () => void;
  /** Takes the focus when the dialog has closed; by default, what had it before. */
  onClosed?: () => void;
}

/** Asks before an action. Belongs in a `Dialog.Root`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirm,
    dismiss,
    isDangerous = true,
    done,
    isLoading,
    act,
    onDone,
    onClosed,
  } = props;
  const text = useText();
  const notifyOutcome = useOutcomeNotification();
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnedFocus();

  async function run() {
    notifyOutcome(await act(), done);
    onDone();
  }

  return (
    <Dialog.Content
      onOpenAutoFocus={onOpenAutoFocus}
      onCloseAutoFocus={(event) => {
        if (!onClosed) {
          onCloseAutoFocus(event);
          return;
        }
        event.preventDefault();
        onClosed();
      }}
    >
      <Dialog.Header>{title}</Dialog.Header>
      <Dialog.Body icon={<WarningCircle fill={isDangerous ? 'danger600' : 'primary600'} />}>
        {children}
      </Dialog.Body>
      <Dialog.Footer>
        <Dialog.Cancel>
          <Button fullWidth variant="tertiary">
            {dismiss ?? text('action.cancel')}
          </Button>
        </Dialog.Cancel>
        <Button
          fullWidth
          variant={isDangerous ? 'danger-light' : 'default'}
          loading={isLoading}
          onClick={() => void run()}
        >
          {confirm}
        </Button>
      </Dialog.Footer>
    </Dialog.Content>
  );
}

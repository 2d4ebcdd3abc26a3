import { Button, Dialog } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useErrorNotification, type PanelError } from '../hooks/errors';
import { useReturnedFocus } from '../hooks/focus';
import { useText } from '../translations/messages';

interface ConfirmDialogProps {
  title: string;
  /** The consequence, and that it can't be undone. */
  children: ReactNode;
  /** The button's text. */
  confirm: string;
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

/** Asks before an action that can't be undone. Belongs in a `Dialog.Root`. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  dismiss,
  done,
  isLoading,
  act,
  onDone,
  onClosed,
}: ConfirmDialogProps) {
  const text = useText();
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnedFocus();

  async function run() {
    const result = await act();
    if (!notifyError(result)) toggleNotification({ type: 'success', message: done });
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
      <Dialog.Body icon={<WarningCircle fill="danger600" />}>{children}</Dialog.Body>
      <Dialog.Footer>
        <Dialog.Cancel>
          <Button fullWidth variant="tertiary">
            {dismiss ?? text('action.cancel')}
          </Button>
        </Dialog.Cancel>
        <Button fullWidth variant="danger-light" loading={isLoading} onClick={() => void run()}>
          {confirm}
        </Button>
      </Dialog.Footer>
    </Dialog.Content>
  );
}

import { Button, Dialog } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useErrorNotification, type PanelError } from '../../hooks/errors';
import { useText } from '../../translations/messages';

interface ConfirmDialogProps {
  title: string;
  /** What will happen, and that it can't be undone. */
  children: ReactNode;
  /** The button's text. */
  confirm: string;
  /** The notification afterwards. */
  done: string;
  isLoading: boolean;
  act: () => Promise<{ data: unknown } | { error: PanelError }>;
  onDone: () => void;
}

/** Asks before an action that can't be undone. Belongs in a `Dialog.Root`. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  done,
  isLoading,
  act,
  onDone,
}: ConfirmDialogProps) {
  const text = useText();
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();

  async function run() {
    const result = await act();
    if (!notifyError(result)) toggleNotification({ type: 'success', message: done });
    onDone();
  }

  return (
    <Dialog.Content>
      <Dialog.Header>{title}</Dialog.Header>
      <Dialog.Body icon={<WarningCircle fill="danger600" />}>{children}</Dialog.Body>
      <Dialog.Footer>
        <Dialog.Cancel>
          <Button fullWidth variant="tertiary">
            {text('action.cancel')}
          </Button>
        </Dialog.Cancel>
        <Button fullWidth variant="danger-light" loading={isLoading} onClick={() => void run()}>
          {confirm}
        </Button>
      </Dialog.Footer>
    </Dialog.Content>
  );
}

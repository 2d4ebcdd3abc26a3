import { Button, Dialog } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useRefusalNotice, type PanelError } from '../../errors';
import { useText } from '../../translations/messages';

interface ConfirmDialogProps {
  title: string;
  /** What happens, and that it can't be taken back. */
  children: ReactNode;
  /** On the button. */
  confirm: string;
  /** Said afterwards. */
  done: string;
  isLoading: boolean;
  act: () => Promise<{ data: unknown } | { error: PanelError }>;
  onDone: () => void;
}

/** Asks before it does what can't be taken back, inside of a `Dialog.Root`. */
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
  const noticeRefusal = useRefusalNotice();
  const { toggleNotification } = useNotification();

  async function run() {
    const answer = await act();
    if (!noticeRefusal(answer)) toggleNotification({ type: 'success', message: done });
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

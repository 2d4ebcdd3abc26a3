import { Button, Flex, Modal } from '@strapi/design-system';
import { useId, type ReactNode, type SyntheticEvent } from 'react';
import { useText } from '../../translations/messages';

interface FormDialogProps {
  title: string;
  /** The text of the submit button. */
  submit: string;
  isLoading: boolean;
  /** Can the form be submitted? */
  isReady?: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog: Enter submits it, Escape closes it, and a click beside it does nothing, as it may be a slip. While
 * it is being sent nothing closes it, since the answer may be shown once only.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isLoading, isReady = true, onSubmit, onClose, children } = props;
  const text = useText();
  const formId = useId();
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && !isLoading && onClose()}>
      <Modal.Content onInteractOutside={(event) => event.preventDefault()}>
        <Modal.Header closeLabel={text('action.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <form id={formId} onSubmit={send} noValidate>
            <Flex direction="column" alignItems="stretch" gap={4}>
              {children}
            </Flex>
          </form>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" disabled={isLoading} onClick={onClose}>
            {text('action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isLoading} disabled={!isReady}>
            {submit}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

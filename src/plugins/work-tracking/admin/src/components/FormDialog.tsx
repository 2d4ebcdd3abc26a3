import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useEffect, useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useEscapeFromFields } from '../hooks/escape';
import { isFocusLost, useReturnedFocus, type ReturnedFocus } from '../hooks/focus';
import { useText } from '../translations/messages';

interface FormDialogProps {
  title: string;
  /** The text of the submit button. */
  submit: string;
  isLoading: boolean;
  /** Can the form be submitted? */
  isReady?: boolean;
  /** The server's refusal that is about none of the fields, in a sentence. */
  refusal?: string | undefined;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** Gives the focus back, where another dialog follows that will. */
  returnedFocus?: ReturnedFocus;
  children: ReactNode;
}

/**
 * A form in a dialog: it begins in its first field and gives the focus back to where it was. Enter submits it, Escape
 * closes it, and a click beside it does nothing, as it may be a slip. While it is being sent nothing closes it, since the
 * answer may be shown once only. What is refused leads to the first field that is wrong,
 * or else to the sentence that says why.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isLoading, isReady = true, refusal, onSubmit, onClose, children } = props;
  const text = useText();
  const formId = useId();
  const ownFocus = useReturnedFocus();
  const { onOpenAutoFocus, onCloseAutoFocus } = props.returnedFocus ?? ownFocus;
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (sent > 0) focusAfterRefusal(formId);
  }, [sent, formId]);
  const close = () => {
    if (!isLoading) onClose();
  };
  useEscapeFromFields(formId, close);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    // React passes it on to a form around the dialog, such as Strapi's own, which would save its record.
    event.stopPropagation();
    void onSubmit().then(() => setSent((before) => before + 1));
  };
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Modal.Content
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          // The key is the input method's, which takes back what is being composed.
          if (event.isComposing) event.preventDefault();
        }}
        onCloseAutoFocus={onCloseAutoFocus}
        onOpenAutoFocus={(event) => {
          onOpenAutoFocus();
          const field = document
            .getElementById(formId)
            ?.querySelector<HTMLElement>('input, textarea, [role="combobox"]');
          // While its fields are being loaded, the dialog has the focus somewhere.
          if (!field) return;
          event.preventDefault();
          field.focus();
        }}
      >
        <Modal.Header closeLabel={text('action.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <form id={formId} onSubmit={send} noValidate>
            <Flex direction="column" alignItems="stretch" gap={4}>
              {refusal !== undefined && (
                <Typography id={refusalOf(formId)} tag="p" role="alert" tabIndex={-1} textColor="danger600">
                  {refusal}
                </Typography>
              )}
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

const refusalOf = (formId: string) => `${formId}-refusal`;

/** The submit button, which is disabled while the form is sent, may have had the focus. */
function focusAfterRefusal(formId: string): void {
  const form = document.getElementById(formId);
  // Not every field of the design system is marked as invalid, but each one's error describes it.
  const error = form?.querySelector('[data-strapi-field-error]');
  const refusal = document.getElementById(refusalOf(formId));
  if (error) form?.querySelector<HTMLElement>(`[aria-describedby~="${error.id}"]`)?.focus();
  else if (refusal) refusal.focus();
  else if (isFocusLost()) {
    document.querySelector<HTMLElement>(`[type="submit"][form="${formId}"]`)?.focus();
  }
}

import { Modal } from '@strapi/design-system';
import { useRef, type ReactNode } from 'react';
import { useReturnedFocus } from '../hooks/focus';
import { useText } from '../translations/messages';

interface ReadingDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog in which there is only something to read. */
export function ReadingDialog({ title, onClose, children }: ReadingDialogProps) {
  const text = useText();
  const content = useRef<HTMLDivElement>(null);
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnedFocus();
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        onOpenAutoFocus={(event) => {
          onOpenAutoFocus();
          // By itself the close button has it; from here the arrow keys scroll.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        <Modal.Header closeLabel={text('action.close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <div ref={content} tabIndex={0} role="group" aria-label={title}>
            {children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

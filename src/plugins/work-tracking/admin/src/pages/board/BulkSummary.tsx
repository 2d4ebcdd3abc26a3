import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { titleOf } from '../../components/ticket-title';
import { useText } from '../../translations/messages';
import type { Summary } from './bulk-changes';
import { BULK_BAR } from './selection';

interface BulkSummaryProps {
  summary: Summary;
  onClose: () => void;
}

/** Lists the tickets that were refused, each with the reason. */
export function BulkSummary({ summary, onClose }: BulkSummaryProps) {
  const text = useText();
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        onCloseAutoFocus={(event) => {
          // Those that were refused are still chosen.
          event.preventDefault();
          document.getElementById(BULK_BAR)?.querySelector('button')?.focus();
        }}
      >
        <Modal.Header closeLabel={text('action.close')}>
          <Modal.Title>{summary.title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Typography tag="p" paddingBottom={4}>
            {text('bulk.refused.explained')}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {summary.refused.map(({ ticket, why }) => (
              <li key={ticket.documentId}>
                <Typography tag="p" fontWeight="bold">
                  {[ticket.ref, titleOf(ticket)].filter(Boolean).join(' · ')}
                </Typography>
                <Typography tag="p">{why}</Typography>
              </li>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <span />
          <Button onClick={onClose}>{text('action.close')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

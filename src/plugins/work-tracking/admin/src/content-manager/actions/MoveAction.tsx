import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { ArrowRight } from '@strapi/icons';
import { useDocumentRBAC, useForm, useNotification } from '@strapi/strapi/admin';
import { useMemo } from 'react';
import { useMoveTicketMutation } from '../../api/board';
import { useGetTicketMovesQuery } from '../../api/edit-view';
import { QueryStates } from '../../components/QueryStates';
import { useRefusalNotice } from '../../errors';
import { useStatusLabel } from '../../statuses';
import { useMay } from '../../permissions';
import { useText } from '../../translations/messages';
import { TICKET } from '../types';

/** "Move to…" on a ticket, in its form and in the list: only where it can go from where it is. */
export const MoveAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const canUpdate = useDocumentRBAC('MoveAction', ({ canUpdateFields }) => canUpdateFields.includes('state'));
  const isModified = useForm('MoveAction', ({ modified }) => modified);
  const documentId = document?.documentId ?? '';
  const state: unknown = document?.state;
  const status = typeof state === 'string' ? state : '';
  // The same component as long as it shows the same: another one would be another dialog.
  const Content = useMemo(
    () =>
      function MoveContent({ onClose }: { onClose: () => void }) {
        return <MoveForm documentId={documentId} status={status} isModified={isModified} onClose={onClose} />;
      },
    [documentId, status, isModified],
  );

  if (model !== TICKET || documentId === '' || status === '' || !may('ticket.move') || !canUpdate) {
    return null;
  }
  return {
    label: text('board.move_to'),
    icon: <ArrowRight />,
    position: ['panel', 'table-row'],
    dialog: { type: 'modal', title: text('board.move_to'), content: Content },
  };
};

interface MoveFormProps {
  documentId: string;
  status: string;
  /** The form behind it holds what is not saved: to read the ticket again would lose it. */
  isModified: boolean;
  onClose: () => void;
}

function MoveForm({ documentId, status, isModified, onClose }: MoveFormProps) {
  const text = useText();
  const statusLabel = useStatusLabel();
  const noticeRefusal = useRefusalNotice();
  const { toggleNotification } = useNotification();
  const moves = useGetTicketMovesQuery(documentId);
  const [move, { isLoading }] = useMoveTicketMutation();

  async function moveTo(target: string) {
    const answer = await move({ documentId, status: target });
    if (noticeRefusal(answer)) return;
    toggleNotification({ type: 'success', message: text('move.done', { status: statusLabel(target) }) });
    onClose();
  }

  return (
    <Modal.Body>
      <Typography tag="p" paddingBottom={4}>
        {isModified ? text('move.unsaved') : text('move.from', { status: statusLabel(status) })}
      </Typography>
      <QueryStates
        query={moves}
        isEmpty={(map) => (map[status] ?? []).length === 0}
        empty={text('move.nowhere')}
      >
        {(map) => (
          <Flex direction="column" alignItems="stretch" gap={2}>
            {(map[status] ?? []).map((target) => (
              <Button
                key={target}
                variant="secondary"
                disabled={isModified || isLoading}
                onClick={() => void moveTo(target)}
              >
                {statusLabel(target)}
              </Button>
            ))}
          </Flex>
        )}
      </QueryStates>
    </Modal.Body>
  );
}

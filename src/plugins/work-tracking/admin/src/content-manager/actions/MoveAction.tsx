import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { ArrowRight } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { useMemo } from 'react';
import { allowedMoves } from '../../../../domain/ticket';
import { useMoveTicketMutation } from '../../api/board';
import { TICKET } from '../../api/documents';
import { useGetTicketMovesQuery } from '../../api/edit-view';
import { QueryStates } from '../../components/QueryStates';
import { useOutcomeNotification } from '../../hooks/errors';
import { useEscapeDespiteHint } from '../../hooks/escape';
import { useFocusAfterwards } from '../../hooks/focus';
import { useMay } from '../../hooks/permissions';
import { useStatusLabel } from '../../hooks/statuses';
import { useText } from '../../translations/messages';

/** "Move to…" on a ticket, in its form and in the list: offers the allowed moves only. */
export const MoveAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const isModified = useForm('MoveAction', ({ modified }) => modified);
  const documentId = document?.documentId ?? '';
  const state: unknown = document?.state;
  const status = typeof state === 'string' ? state : '';
  // Memoised: a new component would close the dialog and open another.
  const Content = useMemo(
    () =>
      function MoveContent({ onClose }: { onClose: () => void }) {
        return <MoveForm documentId={documentId} status={status} isModified={isModified} onClose={onClose} />;
      },
    [documentId, status, isModified],
  );

  if (model !== TICKET || documentId === '' || status === '' || !may('ticket.move')) {
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
  /** Does the form behind have unsaved changes? A move reads the ticket again, which would discard them. */
  isModified: boolean;
  onClose: () => void;
}

function MoveForm({ documentId, status, isModified, onClose }: MoveFormProps) {
  const text = useText();
  const statusLabel = useStatusLabel();
  const notifyOutcome = useOutcomeNotification();
  useFocusAfterwards();
  useEscapeDespiteHint(onClose);
  const moves = useGetTicketMovesQuery(documentId);
  const [move, { isLoading }] = useMoveTicketMutation();

  async function moveTo(target: string) {
    const result = await move({ documentId, status: target });
    if (notifyOutcome(result, text('move.done', { status: statusLabel(target) }))) onClose();
  }

  return (
    <Modal.Body>
      <Typography tag="p" paddingBottom={4}>
        {isModified ? text('move.unsaved') : text('move.from', { status: statusLabel(status) })}
      </Typography>
      <QueryStates
        query={moves}
        isEmpty={(map) => allowedMoves(map, status).length === 0}
        empty={text('move.nowhere')}
      >
        {(map) => (
          <Flex direction="column" alignItems="stretch" gap={2}>
            {allowedMoves(map, status).map((target) => (
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

import { Box, Modal, Typography } from '@strapi/design-system';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { Check } from '@strapi/icons';
import { useDocumentRBAC, useForm } from '@strapi/strapi/admin';
import { useMemo } from 'react';
import { offeredOptions, type Option } from '../../../../domain/decision';
import { RESOLVING_ATTRIBUTES } from '../../../../domain/panel-actions';
import { ResolveForm } from '../../components/ResolveForm';
import { useMay } from '../../permissions';
import { useText } from '../../translations/messages';
import { DECISION } from '../types';

/** "Resolve" on an open decision, in its form and in the list: what it offers to choose from, a verdict and a note. */
export const ResolveAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const canUpdate = useDocumentRBAC('ResolveAction', ({ canUpdateFields }) =>
    RESOLVING_ATTRIBUTES.every((field) => canUpdateFields.includes(field)),
  );
  const isModified = useForm('ResolveAction', ({ modified }) => modified);
  const documentId = document?.documentId ?? '';
  const offered = JSON.stringify(model === DECISION ? offeredOptions(document?.frontmatter ?? {}) : []);
  // The same component as long as it shows the same: another one would lose what has been typed.
  const Content = useMemo(
    () =>
      function ResolveContent({ onClose }: { onClose: () => void }) {
        return (
          <Modal.Body>
            {isModified ? (
              <Unsaved />
            ) : (
              // What sticks out of a dialog's body puts an invisible scrollbar over its last line.
              <Box position="relative" overflow="hidden" padding={1}>
                <ResolveForm
                  documentId={documentId}
                  options={JSON.parse(offered) as Option[]}
                  onResolved={onClose}
                  onCancel={onClose}
                />
              </Box>
            )}
          </Modal.Body>
        );
      },
    [documentId, offered, isModified],
  );

  if (model !== DECISION || document?.state !== 'open' || !may('decision.resolve') || !canUpdate) return null;
  return {
    label: text('resolve.submit'),
    icon: <Check />,
    position: ['panel', 'table-row'],
    dialog: { type: 'modal', title: text('resolve.submit'), content: Content },
  };
};

/** To read the decision again would lose what its form holds. */
function Unsaved() {
  const text = useText();
  return <Typography tag="p">{text('move.unsaved')}</Typography>;
}

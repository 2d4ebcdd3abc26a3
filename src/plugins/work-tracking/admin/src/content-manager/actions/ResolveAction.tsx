import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Modal, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { useMemo, useState } from 'react';
import { offeredOptions, type Option } from '../../../../domain/decision';
import { useGetInboxDecisionQuery } from '../../api/decisions';
import { DECISION } from '../../api/documents';
import { QueryStates } from '../../components/QueryStates';
import { ResolveForm } from '../../components/ResolveForm';
import { useDraft } from '../../hooks/drafts';
import { useFocusAfterwards } from '../../hooks/focus';
import { useMay } from '../../hooks/permissions';
import { useText } from '../../translations/messages';

/** "Resolve" on an open decision, in its form and in the list. */
export const ResolveAction: DocumentActionComponent = ({ model, document }) => {
  const text = useText();
  const may = useMay();
  const isModified = useForm('ResolveAction', ({ modified }) => modified);
  const documentId = document?.documentId ?? '';
  const offered = JSON.stringify(model === DECISION ? offeredOptions(document?.frontmatter ?? {}) : []);
  // Memoised: a new component would be a new form, without what the user has typed.
  const Content = useMemo(
    () =>
      function ResolveContent({ onClose }: { onClose: () => void }) {
        useFocusAfterwards();
        return (
          <Modal.Body>
            {isModified ? (
              <UnsavedChanges />
            ) : (
              // Without these, the form overflows the dialog's body, whose invisible scrollbar covers the last line.
              <Box position="relative" overflow="hidden" padding={1}>
                <KeptForm
                  documentId={documentId}
                  options={JSON.parse(offered) as Option[]}
                  onClose={onClose}
                />
              </Box>
            )}
          </Modal.Body>
        );
      },
    [documentId, offered, isModified],
  );

  if (model !== DECISION || document?.state !== 'open' || !may('decision.resolve')) return null;
  return {
    label: text('resolve.submit'),
    icon: <Check />,
    position: ['panel', 'table-row'],
    dialog: { type: 'modal', title: text('resolve.submit'), content: Content },
  };
};

interface KeptFormProps {
  documentId: string;
  options: readonly Option[];
  onClose: () => void;
}

/** The form with what was typed before, here or in the inbox. */
function KeptForm({ documentId, options, onClose }: KeptFormProps) {
  const [draft, setDraft] = useDraft(documentId);
  const [openedAt] = useState(Date.now);
  const query = useGetInboxDecisionQuery(
    { documentId, marker: undefined },
    { refetchOnMountOrArgChange: true },
  );
  // An older answer would report a change from before the dialog was opened as one that was made since.
  const isOlder = (query.fulfilledTimeStamp ?? 0) < openedAt;
  return (
    <QueryStates query={isOlder ? { ...query, data: undefined } : query}>
      {({ contentDigest, approvals }) => (
        <ResolveForm
          {...{ documentId, options, contentDigest, approvals, draft }}
          onDraft={setDraft}
          onResolved={onClose}
          onCancel={onClose}
        />
      )}
    </QueryStates>
  );
}

/** Resolving reads the decision again, which would discard the changes in its form. */
function UnsavedChanges() {
  const text = useText();
  return <Typography tag="p">{text('move.unsaved')}</Typography>;
}

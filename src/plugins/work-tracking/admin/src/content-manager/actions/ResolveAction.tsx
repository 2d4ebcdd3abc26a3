import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Modal, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { lazy, Suspense, useMemo, useState } from 'react';
import { offeredOptions, type Option } from '../../../../domain/decision';
import { useGetInboxDecisionQuery, type InboxDecision } from '../../api/decisions';
import { DECISION } from '../../api/documents';
import { QueryStates } from '../../components/QueryStates';
import { ResolveForm } from '../../components/ResolveForm';
import { useDraft } from '../../hooks/drafts';
import { useEscapeDespiteHint } from '../../hooks/escape';
import { useFocusAfterwards } from '../../hooks/focus';
import { useMay } from '../../hooks/permissions';
import { useShownContent } from '../../hooks/shown-content';
import { useText } from '../../translations/messages';

// Loaded where there is something to sign.
const EntryChanges = lazy(() => import('../../components/EntryChanges'));

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
        useEscapeDespiteHint(onClose);
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
  const [openedAt] = useState(Date.now);
  const query = useGetInboxDecisionQuery(
    { documentId, marker: undefined },
    { refetchOnMountOrArgChange: true },
  );
  // An older answer would report a change from before the dialog was opened as one that was made since.
  const isOlder = (query.fulfilledTimeStamp ?? 0) < openedAt;
  return (
    <QueryStates query={isOlder ? { ...query, data: undefined } : query}>
      {(decision) => <LoadedForm {...{ decision, options, onClose }} onOlder={query.refetch} />}
    </QueryStates>
  );
}

interface LoadedFormProps extends Omit<KeptFormProps, 'documentId'> {
  decision: InboxDecision;
  /** When its content is not what the decision said of it when it was read. */
  onOlder: () => unknown;
}

/** With what is to be signed above it. */
function LoadedForm({ decision, options, onOlder, onClose }: LoadedFormProps) {
  const { documentId, contentDigest, approvals } = decision;
  const [draft, setDraft] = useDraft(documentId);
  const { isShown, show } = useShownContent(contentDigest, onOlder);
  return (
    <>
      {contentDigest !== null && (
        <Suspense fallback={null}>
          <EntryChanges documentId={documentId} contentDigest={contentDigest} onShown={show} />
        </Suspense>
      )}
      <ResolveForm
        {...{ documentId, options, contentDigest, approvals, draft }}
        isContentShown={isShown}
        onDraft={setDraft}
        onResolved={onClose}
        onCancel={onClose}
      />
    </>
  );
}

/** Resolving reads the decision again, which would discard the changes in its form. */
function UnsavedChanges() {
  const text = useText();
  return <Typography tag="p">{text('move.unsaved')}</Typography>;
}

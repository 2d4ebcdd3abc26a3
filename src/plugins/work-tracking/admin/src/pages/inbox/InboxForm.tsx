import { useRef } from 'react';
import type { Option } from '../../../../domain/decision';
import { useResolveDecisionMutation } from '../../api/decisions';
import { DIGITS } from '../../components/OptionChoice';
import { ResolveForm, withChoice } from '../../components/ResolveForm';
import type { Draft } from '../../hooks/drafts';
import { useShortcuts, useSubmitShortcut } from '../../hooks/shortcut';

interface InboxFormProps {
  documentId: string;
  options: readonly Option[];
  contentDigest: string | null;
  approvals: readonly string[];
  isContentShown: boolean;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onResolved: () => void;
}

/** The form of the decision that is open, with the keys of the page: a digit chooses, Control and Enter resolves. */
export function InboxForm(props: InboxFormProps) {
  const { documentId, draft, onDraft } = props;
  const [, { isLoading }] = useResolveDecisionMutation({ fixedCacheKey: documentId });
  const form = useRef<HTMLFormElement>(null);
  useShortcuts(
    Object.fromEntries(
      DIGITS.map((digit, index) => [
        digit,
        isLoading ? undefined : () => onDraft(withChoice(draft, props, index)),
      ]),
    ),
  );
  useSubmitShortcut(() => form.current?.requestSubmit());
  return <ResolveForm ref={form} {...props} hasBar />;
}

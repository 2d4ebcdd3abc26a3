import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, Duplicate, Trash } from '@strapi/icons';
import { forwardRef, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { offeredOptions, type DecisionStatus, type Option } from '../../../../domain/decision';
import { actionName } from '../../../../domain/panel-actions';
import { useResolveDecisionMutation, type InboxDecision } from '../../api/decisions';
import { FirstItems } from '../../components/Lists';
import { LongText, shortened } from '../../components/LongText';
import { Note } from '../../components/Note';
import { DESCRIPTION_LENGTH, DIGITS } from '../../components/OptionChoice';
import { ResolveForm, withChoice } from '../../components/ResolveForm';
import { Timestamp } from '../../components/Time';
import { useCopy } from '../../hooks/clipboard';
import { EMPTY_DRAFT, isEmptyDraft, useDraft, type Draft } from '../../hooks/drafts';
import { isFocusLost } from '../../hooks/focus';
import { useMay } from '../../hooks/permissions';
import { useShortcuts, useSubmitShortcut } from '../../hooks/shortcut';
import { useText, type MessageId } from '../../translations/messages';

interface OutcomeProps {
  decision: InboxDecision;
  onResolved: () => void;
  /** Whether what is to be signed is shown above. */
  isContentShown: boolean;
}

/** The form for an open decision, the resolution of a resolved one. */
export function Outcome({ decision, isContentShown, onResolved }: OutcomeProps) {
  const may = useMay();
  const { documentId, frontmatter, state, contentDigest, approvals } = decision;
  const options = offeredOptions(frontmatter ?? {});
  const [draft, setDraft] = useDraft(documentId);
  const outcome = useFocusWhenResolved(state);
  if (state === 'open' && may('decision.resolve')) {
    return (
      <InboxForm
        {...{ documentId, options, contentDigest, approvals, isContentShown, draft, onResolved }}
        onDraft={setDraft}
      />
    );
  }
  const discard = () => {
    setDraft(EMPTY_DRAFT);
    outcome.current?.focus();
  };
  return (
    <Box padding={6}>
      {state === 'open' ? (
        <OptionList options={options} />
      ) : (
        <Resolution ref={outcome} decision={decision} options={options} />
      )}
      {state === 'resolved' && !isEmptyDraft(draft) && (
        <UnsentDraft draft={draft} options={options} onDiscard={discard} />
      )}
    </Box>
  );
}

/** Somebody else's resolution takes the form away; the focus, if it was there, goes to what is in its place. */
function useFocusWhenResolved(state: DecisionStatus): RefObject<HTMLHeadingElement> {
  const outcome = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'open' && state === 'resolved' && isFocusLost()) outcome.current?.focus();
    before.current = state;
  }, [state]);
  return outcome;
}

/** For users who may not resolve decisions. */
function OptionList({ options }: { options: readonly Option[] }) {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {options.length > 0 && (
        <Typography tag="h3" variant="delta">
          {text('resolve.options')}
        </Typography>
      )}
      <FirstItems items={options}>
        {(shown) =>
          shown.map(({ id, title, description }) => (
            <Box key={id} style={{ overflowWrap: 'anywhere' }}>
              <Typography fontWeight="semiBold">{shortened(title)}</Typography>
              {typeof description === 'string' && (
                <Typography textColor="neutral600">{shortened(description, DESCRIPTION_LENGTH)}</Typography>
              )}
            </Box>
          ))
        }
      </FirstItems>
      <Typography textColor="neutral600">
        {text('inbox.mayNotResolve', { permission: actionName('decision.resolve') })}
      </Typography>
    </Flex>
  );
}

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
function InboxForm(props: InboxFormProps) {
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

interface ResolutionProps {
  decision: InboxDecision;
  options: readonly Option[];
}

/** The resolution of a decision, by whom and when. Its heading can have the focus. */
const Resolution = forwardRef<HTMLHeadingElement, ResolutionProps>(function Resolution(
  { decision, options },
  heading,
) {
  const text = useText();
  const { verdict, optionId, note, resolvedAt, resolvedBy } = decision;
  const chosen = options.find(({ id }) => id === optionId)?.title ?? optionId;
  return (
    <Box>
      <Flex gap={2} paddingBottom={4}>
        <CheckCircle fill="success600" aria-hidden />
        <Typography ref={heading} tag="h3" variant="delta" tabIndex={-1}>
          {text('inbox.resolved')}
        </Typography>
      </Flex>
      <Facts>
        <Fact label="resolve.verdict">{verdict}</Fact>
        <Fact label="resolve.option">{chosen}</Fact>
        <Fact label="resolve.note">{note}</Fact>
        <Fact label="inbox.resolvedBy">{resolvedBy?.name}</Fact>
        <Fact label="inbox.resolvedAt">
          {resolvedAt && <Timestamp at={resolvedAt} dateStyle="long" timeStyle="short" />}
        </Fact>
      </Facts>
    </Box>
  );
});

interface UnsentDraftProps {
  draft: Draft;
  options: readonly Option[];
  onDiscard: () => void;
}

/** The text that the user had typed when somebody else resolved the decision. It stays until it is discarded. */
function UnsentDraft({ draft, options, onDiscard }: UnsentDraftProps) {
  const text = useText();
  const copy = useCopy({ copied: 'action.copied', notCopied: 'action.notCopied' });
  const { verdict, optionId, note } = draft;
  const chosen = options.find(({ id }) => id === optionId)?.title ?? optionId;
  // The verdict that an option suggests is its title.
  const written = [...new Set([verdict, chosen, note])].filter((part) => part.trim() !== '').join('\n\n');
  return (
    <Box
      tag="section"
      aria-label={text('inbox.draft')}
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      marginTop={6}
      padding={4}
    >
      <Typography tag="h3" variant="delta">
        {text('inbox.draft')}
      </Typography>
      <Note tag="p" paddingTop={1} paddingBottom={3} role="status">
        {text('inbox.draft.resolvedBefore')}
      </Note>
      <Facts>
        <Fact label="resolve.verdict">{verdict}</Fact>
        <Fact label="resolve.option">{chosen}</Fact>
        <Fact label="resolve.note">{note}</Fact>
      </Facts>
      <Flex gap={2} paddingTop={4}>
        <Button variant="secondary" size="S" startIcon={<Duplicate />} onClick={() => void copy(written)}>
          {text('inbox.draft.copy')}
        </Button>
        <Button variant="tertiary" size="S" startIcon={<Trash />} onClick={onDiscard}>
          {text('inbox.draft.discard')}
        </Button>
      </Flex>
    </Box>
  );
}

/** A list of `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Flex tag="dl" direction="column" alignItems="stretch" gap={3}>
      {children}
    </Flex>
  );
}

/** Left out when there is no value, or the user may not read it. */
export function Fact({ label, children }: { label: MessageId; children: ReactNode }) {
  const text = useText();
  if (!children) return null;
  return (
    <Flex gap={4} alignItems="baseline">
      <Box tag="dt" width="12rem" shrink={0}>
        <Note>{text(label)}</Note>
      </Box>
      <Box tag="dd" minWidth={0}>
        <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {typeof children === 'string' ? <LongText>{children}</LongText> : children}
        </Typography>
      </Box>
    </Flex>
  );
}

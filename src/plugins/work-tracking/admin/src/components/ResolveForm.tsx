import { Box, Button, Flex, Textarea, TextInput, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { forwardRef, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { styled } from 'styled-components';
import type { Option } from '../../../domain/decision';
import { saysApproved } from '../../../domain/sign-off';
import { useResolveDecisionMutation, type Decision } from '../api/decisions';
import { EMPTY_DRAFT, type Draft } from '../hooks/drafts';
import { useOutcomeNotification } from '../hooks/errors';
import { isSubmitKey } from '../hooks/shortcut';
import { useText } from '../translations/messages';
import { Labelled } from './fields';
import { shortened } from './LongText';
import { OptionChoice } from './OptionChoice';

interface ResolveFormProps {
  /** Public id of the decision. */
  documentId: string;
  /** The decision's options: `offeredOptions(frontmatter)`. */
  options: readonly Option[];
  /** Of what the decision is about, as it is now. */
  contentDigest: string | null;
  /** The options and verdicts that approve what the decision is about; empty where nothing of it is under sign-off. */
  approvals: readonly string[];
  /** Whether the page shows what is to be signed, as far as it shows that; nothing can be signed before. */
  isContentShown?: boolean;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onResolved?: (decision: Decision) => void;
  /** Adds a button to cancel. */
  onCancel?: () => void;
  /** The buttons are in a bar that stays in sight while the parent of the form is, and the page listens to digits. */
  hasBar?: boolean;
}

/** Suggested for a decision without options. Verdicts are stored data, so these are the same in every language. */
export const usualVerdicts = ([approval = 'approved']: readonly string[]): string[] => [approval, 'rejected'];

/** The options that there are buttons for. */
const MAX_BUTTONS = 3;
const MAX_BUTTON_LENGTH = 30;

const titleOf = (options: readonly Option[], id: string) =>
  options.find((option) => option.id === id)?.title ?? '';

/** The draft with an option, whose title is the suggested verdict. A verdict that the user has typed stays. */
const withOption = (draft: Draft, options: readonly Option[], id: string): Draft => {
  const isSuggested = draft.verdict === titleOf(options, draft.optionId);
  return { ...draft, optionId: id, ...(isSuggested ? { verdict: titleOf(options, id) } : {}) };
};

/**
 * The draft with what comes at a place: an option, or a usual verdict where there are none.
 * @param approvals what approves, as the form has it
 */
export function withChoice(
  draft: Draft,
  { options, approvals }: Pick<ResolveFormProps, 'options' | 'approvals'>,
  index: number,
): Draft {
  const id = options[index]?.id;
  if (id !== undefined) return withOption(draft, options, id);
  const usual = options.length === 0 ? usualVerdicts(approvals)[index] : undefined;
  return usual === undefined ? draft : { ...draft, verdict: usual };
}

/** Resolves a decision with an option (if it has any), a verdict and a note. */
export const ResolveForm = forwardRef<HTMLFormElement, ResolveFormProps>(function ResolveForm(props, form) {
  const {
    documentId,
    options,
    contentDigest,
    approvals,
    isContentShown = true,
    draft,
    onDraft,
    onResolved,
    onCancel,
    hasBar = false,
  } = props;
  const text = useText();
  const notifyOutcome = useOutcomeNotification();
  const [resolve, { isLoading }] = useResolveDecisionMutation({ fixedCacheKey: documentId });
  const [seen, setSeen] = useState(contentDigest);
  const [isRefused, setIsRefused] = useState(false);
  const verdictInput = useRef<HTMLInputElement>(null);
  const verdict = draft.verdict.trim();
  const note = draft.note.trim();
  // What is signed off is approved or rejected by one click, with the note if there is one.
  const usual = usualVerdicts(approvals);
  const choices = options.length > 0 ? options : usual.map((title) => ({ id: '', title }));
  const isSignOff = hasBar && contentDigest !== null && choices.length <= MAX_BUTTONS;
  // The chosen option may have been removed since.
  const optionId = options.some(({ id }) => id === draft.optionId) ? draft.optionId : '';
  const hint = useApprovalHint({ options, approvals, resolution: { optionId, verdict } });

  /** What is being sent stays as it is shown; the form is emptied when it has arrived. */
  function change(next: Draft) {
    if (!isLoading) onDraft(next);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isLoading || !isContentShown) return;
    if (verdict === '') {
      setIsRefused(true);
      verdictInput.current?.focus();
      return;
    }
    void send({ verdict, optionId });
  }

  async function send(resolution: { verdict: string; optionId: string }) {
    const result = await resolve({
      ...{ documentId, verdict: resolution.verdict, contentDigest: seen },
      ...(resolution.optionId === '' ? {} : { optionId: resolution.optionId }),
      ...(note === '' ? {} : { note }),
    });
    if (!notifyOutcome(result, text('resolve.done'))) return;
    onDraft(EMPTY_DRAFT);
    onResolved?.(result.data);
  }

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (!isSubmitKey(event) || event.repeat) return;
    // Enter alone does something else in some of the fields.
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <Form ref={form} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Flex direction="column" alignItems="stretch" gap={4} padding={hasBar ? 6 : 0} paddingBottom={4}>
        {seen !== contentDigest && (
          <ChangedContent isShown={isContentShown} onSeen={() => setSeen(contentDigest)} />
        )}
        {options.length > 0 && (
          <OptionChoice
            options={options}
            optionId={optionId}
            onChoose={(id) => change(withOption(draft, options, id))}
            hasDigits={hasBar}
          />
        )}
        <Labelled
          label={text('resolve.verdict')}
          required
          hint={hint}
          error={isRefused && verdict === '' && text('resolve.verdict.missing')}
        >
          <TextInput
            ref={verdictInput}
            value={draft.verdict}
            readOnly={isLoading}
            onChange={({ target }) => change({ ...draft, verdict: target.value })}
          />
          {options.length === 0 && !isSignOff && (
            <Flex gap={2}>
              {usual.map((one) => (
                <Button
                  key={one}
                  variant="tertiary"
                  size="S"
                  onClick={() => change({ ...draft, verdict: one })}
                >
                  {one}
                </Button>
              ))}
            </Flex>
          )}
        </Labelled>
        <Labelled label={text('resolve.note')}>
          <Textarea
            value={draft.note}
            readOnly={isLoading}
            onChange={({ target }) => change({ ...draft, note: target.value })}
          />
        </Labelled>
      </Flex>
      <Bar $isBar={hasBar}>
        {hasBar && (
          <Box minWidth={0} flex="1">
            <Typography ellipsis textColor={verdict === '' ? 'neutral600' : 'neutral800'}>
              {verdict === ''
                ? text('resolve.bar.empty')
                : text('resolve.bar.verdict', { verdict: shortened(verdict) })}
            </Typography>
          </Box>
        )}
        {onCancel && (
          <Button variant="tertiary" onClick={onCancel}>
            {text('action.cancel')}
          </Button>
        )}
        {isSignOff && verdict === '' ? (
          choices.map(({ id, title }) => (
            <Button
              key={id || title}
              variant="secondary"
              disabled={isLoading || !isContentShown}
              onClick={({ detail }) => {
                // The second of a double click would be of the decision that comes next.
                if (detail <= 1) void send({ verdict: title, optionId: id });
              }}
            >
              {shortened(title, MAX_BUTTON_LENGTH)}
            </Button>
          ))
        ) : (
          <Button
            type="submit"
            startIcon={<Check />}
            loading={isLoading}
            disabled={!isContentShown}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {text('resolve.submit')}
          </Button>
        )}
      </Bar>
    </Form>
  );
});

/** Whether what is chosen and typed approves what is signed off, and what does; undefined where nothing is. */
function useApprovalHint({
  options,
  approvals,
  resolution,
}: Pick<ResolveFormProps, 'options' | 'approvals'> & {
  resolution: { optionId: string; verdict: string };
}): string | undefined {
  const text = useText();
  if (approvals.length === 0) return undefined;
  if (saysApproved(resolution, approvals)) return text('resolve.approves');
  const titles = options
    .filter(({ id, title }) => saysApproved({ optionId: id, verdict: title }, approvals))
    .map(({ title }) => shortened(title));
  const names = (titles.length > 0 ? titles : approvals).join(', ');
  const isEmpty = resolution.optionId === '' && resolution.verdict === '';
  return text(isEmpty ? 'resolve.approvals' : 'resolve.approves_not', { names });
}

/** The user signs what they have seen: what was changed since, only once they say that they have seen it, too. */
function ChangedContent({ isShown, onSeen }: { isShown: boolean; onSeen: () => void }) {
  const text = useText();
  return (
    <Flex
      gap={3}
      wrap="wrap"
      justifyContent="space-between"
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={4}
      role="status"
    >
      <Typography tag="p">{text('resolve.contentChanged')}</Typography>
      <Button variant="tertiary" size="S" disabled={!isShown} onClick={onSeen}>
        {text('resolve.contentChanged.seen')}
      </Button>
    </Flex>
  );
}

/** Without a box of its own, so that the bar stays in sight for as long as the form's parent is. */
const Form = styled.form`
  display: contents;
`;

const Bar = styled.div<{ $isBar: boolean }>`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.spaces[2]};

  ${({ $isBar, theme }) =>
    $isBar &&
    `
    position: sticky;
    bottom: 0;
    z-index: 1;
    padding: ${theme.spaces[3]} ${theme.spaces[6]};
    border-top: 1px solid ${theme.colors.neutral200};
    border-radius: 0 0 ${theme.borderRadius} ${theme.borderRadius};
    background: ${theme.colors.neutral0};
  `}
`;

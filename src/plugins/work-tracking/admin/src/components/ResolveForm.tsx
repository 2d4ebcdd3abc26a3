import {
  Box,
  Button,
  Field,
  Flex,
  Radio,
  Textarea,
  TextButton,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useState, type SyntheticEvent } from 'react';
import { styled } from 'styled-components';
import type { Option } from '../../../domain/decision';
import { useResolveDecisionMutation, type Decision } from '../api/decisions';
import { useErrorNotification } from '../hooks/errors';
import { useText } from '../translations/messages';
import { FirstItems } from './FirstItems';
import { shortened } from './LongText';

interface ResolveFormProps {
  /** Public id of the decision. */
  documentId: string;
  /** The decision's options: `offeredOptions(frontmatter)`. */
  options: readonly Option[];
  onResolved?: (decision: Decision) => void;
  /** Adds a button to cancel. */
  onCancel?: () => void;
}

/** Suggested for a decision without options. Verdicts are stored data, so these are the same in every language. */
const USUAL_VERDICTS = ['approved', 'rejected'];

/** Resolves a decision with an option (if it has any), a verdict and a note. */
export function ResolveForm({ documentId, options, onResolved, onCancel }: ResolveFormProps) {
  const text = useText();
  const notifyError = useErrorNotification();
  const { toggleNotification } = useNotification();
  const [resolve, { isLoading }] = useResolveDecisionMutation();
  const [optionId, setOptionId] = useState('');
  const [verdict, setVerdict] = useState('');
  const [note, setNote] = useState('');
  const [isVerdictMissing, setIsVerdictMissing] = useState(false);

  const titleOf = (id: string) => options.find((option) => option.id === id)?.title ?? '';

  function choose(id: string) {
    // The option's title is the suggested verdict. A verdict that the user has typed stays.
    if (verdict === titleOf(optionId)) changeVerdict(titleOf(id));
    setOptionId(id);
  }

  function changeVerdict(value: string) {
    setVerdict(value);
    setIsVerdictMissing(false);
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (verdict.trim() === '') {
      setIsVerdictMissing(true);
      return;
    }
    const result = await resolve({
      documentId,
      verdict: verdict.trim(),
      ...(optionId === '' ? {} : { optionId }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    });
    if (notifyError(result)) return;
    toggleNotification({ type: 'success', message: text('resolve.done') });
    onResolved?.(result.data);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {options.length > 0 && <OptionChoice options={options} optionId={optionId} onChoose={choose} />}
        <Field.Root required error={isVerdictMissing && text('resolve.verdict.missing')}>
          <Field.Label>{text('resolve.verdict')}</Field.Label>
          <TextInput value={verdict} onChange={({ target }) => changeVerdict(target.value)} />
          {options.length === 0 && (
            <Flex gap={2}>
              {USUAL_VERDICTS.map((usual) => (
                <Button key={usual} variant="tertiary" size="S" onClick={() => changeVerdict(usual)}>
                  {usual}
                </Button>
              ))}
            </Flex>
          )}
          <Field.Error />
        </Field.Root>
        <Field.Root>
          <Field.Label>{text('resolve.note')}</Field.Label>
          <Textarea value={note} onChange={({ target }) => setNote(target.value)} />
        </Field.Root>
        <Flex gap={2} justifyContent="flex-end">
          {onCancel && (
            <Button variant="tertiary" onClick={onCancel}>
              {text('action.cancel')}
            </Button>
          )}
          <Button type="submit" startIcon={<Check />} loading={isLoading}>
            {text('resolve.submit')}
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}

/** Characters of an option's description that are shown. */
export const DESCRIPTION_LENGTH = 2_000;

interface OptionChoiceProps {
  options: readonly Option[];
  optionId: string;
  onChoose: (id: string) => void;
}

function OptionChoice({ options, optionId, onChoose }: OptionChoiceProps) {
  const text = useText();
  return (
    <Box>
      <Flex justifyContent="space-between" paddingBottom={2}>
        <Typography variant="pi" fontWeight="bold" textColor="neutral800">
          {text('resolve.options')}
        </Typography>
        {optionId !== '' && (
          <TextButton onClick={() => onChoose('')}>{text('resolve.options.clear')}</TextButton>
        )}
      </Flex>
      <Radio.Group aria-label={text('resolve.options')} value={optionId} onValueChange={onChoose}>
        <FirstItems items={options}>
          {(shown) => (
            <Flex direction="column" alignItems="stretch" gap={2}>
              {shown.map(({ id, title, description }) => (
                <Choice key={id} $isChosen={id === optionId}>
                  <Radio.Item value={id}>
                    <Typography fontWeight="semiBold">{shortened(title)}</Typography>
                    {typeof description === 'string' && description !== '' && (
                      <Typography tag="span" variant="pi" textColor="neutral600" display="block">
                        {shortened(description, DESCRIPTION_LENGTH)}
                      </Typography>
                    )}
                  </Radio.Item>
                </Choice>
              ))}
            </Flex>
          )}
        </FirstItems>
      </Radio.Group>
    </Box>
  );
}

const Choice = styled.div<{ $isChosen: boolean }>`
  padding: ${({ theme }) => theme.spaces[3]};
  border-radius: ${({ theme }) => theme.borderRadius};
  border: 1px solid
    ${({ theme, $isChosen }) => ($isChosen ? theme.colors.primary600 : theme.colors.neutral200)};
  background: ${({ theme, $isChosen }) => ($isChosen ? theme.colors.primary100 : theme.colors.neutral0)};

  &:hover {
    border-color: ${({ theme }) => theme.colors.primary600};
  }

  > div {
    align-items: flex-start;
  }

  label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
`;

import { Box, Flex, Textarea, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { useState } from 'react';
import { placeOfJsonError } from '../../../../domain/json-text';
import { Labelled } from '../../components/fields';
import { FirstItems } from '../../components/Lists';
import { shortened } from '../../components/LongText';
import { Note } from '../../components/Note';
import { useText } from '../../translations/messages';
import {
  draftOf,
  frontmatterOf,
  hasOptionsInText,
  savedDraft,
  withRows,
  type FrontmatterDraft,
  type OptionDraft,
} from './frontmatter-draft';
import type { InputProps } from './input-props';
import { OptionRows } from './OptionRows';

/** The frontmatter of a decision: its options in rows, and what else it has as JSON. */
export default function FrontmatterInput({
  name,
  label,
  hint,
  disabled = false,
  value,
  error,
  onChange,
}: InputProps<unknown>) {
  const text = useText();
  const isResolved =
    useForm('FrontmatterInput', (form) => (form.values as { state?: unknown }).state) === 'resolved';
  const [draft, change] = useDraft(value, (next) => onChange(name, next));
  const [isLeft, setIsLeft] = useState(false);
  const place = isLeft || error ? placeOfJsonError(draft.rest) : undefined;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Box role="group" aria-label={text('resolve.options')}>
        <Typography tag="p" variant="pi" fontWeight="bold" paddingBottom={2}>
          {text('resolve.options')}
        </Typography>
        {hasOptionsInText(draft) ? (
          <Note tag="p">{text('field.options.inText')}</Note>
        ) : isResolved ? (
          <ResolvedOptions options={draft.options} />
        ) : (
          <OptionRows
            options={draft.options}
            disabled={disabled}
            onChange={(options) => change({ ...draft, options })}
          />
        )}
      </Box>
      <Labelled
        label={draft.options.length > 0 ? text('field.frontmatter.rest') : label}
        name={name}
        hint={hint ?? text('field.frontmatter.hint')}
        error={place ? text('field.frontmatter.broken', place) : (error ?? false)}
      >
        <Textarea
          value={draft.rest}
          rows={4}
          disabled={disabled}
          spellCheck={false}
          style={{ fontFamily: 'monospace' }}
          onChange={({ target }) => {
            setIsLeft(false);
            change({ ...draft, rest: target.value });
          }}
          onBlur={() => {
            setIsLeft(true);
            change(withRows(draft));
          }}
        />
      </Labelled>
    </Flex>
  );
}

/**
 * The edited draft, which can have empty rows and broken JSON. It starts anew when the form gets another value by itself:
 * once it has loaded, is saved or discarded.
 */
function useDraft(value: unknown, onChange: (value: unknown) => void) {
  const [draft, setDraft] = useState<FrontmatterDraft>(() => draftOf(value));
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState<unknown>();
  if (value !== seen) {
    setSeen(value);
    const isSaved = JSON.stringify(value ?? {}) === JSON.stringify(frontmatterOf(draft));
    if (value !== sent) setDraft(isSaved ? savedDraft(draft) : draftOf(value));
  }
  const change = (next: FrontmatterDraft) => {
    if (next === draft) return;
    setDraft(next);
    const frontmatter = frontmatterOf(next);
    if (JSON.stringify(frontmatter) === JSON.stringify(value ?? {})) return;
    setSent(frontmatter);
    onChange(frontmatter);
  };
  return [draft, change] as const;
}

/** The options that a decision was resolved from, which can't change any more. */
function ResolvedOptions({ options }: { options: readonly OptionDraft[] }) {
  const text = useText();
  return (
    <>
      <Note tag="p" paddingBottom={2}>
        {text(options.length > 0 ? 'field.options.resolved' : 'field.options.none')}
      </Note>
      <FirstItems items={options}>
        {(shown) => (
          <ul>
            {shown.map(({ key, id, title, description }) => (
              <Box key={key} tag="li" paddingBottom={2} style={{ overflowWrap: 'anywhere' }}>
                <Typography fontWeight="semiBold">{shortened(title)}</Typography>{' '}
                <Typography textColor="neutral600">{shortened(id)}</Typography>
                {description && <Note tag="p">{shortened(description)}</Note>}
              </Box>
            ))}
          </ul>
        )}
      </FirstItems>
    </>
  );
}

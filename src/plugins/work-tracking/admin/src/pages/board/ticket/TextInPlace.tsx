import { Button, Flex, IconButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { EditedField, OpenTicket } from '../../../api/ticket';
import { FieldInput, isLong, typedOf, valueOf } from '../../../components/FieldInput';
import { Labelled } from '../../../components/fields';
import { useFieldDraft } from '../../../hooks/drafts';
import { useEditButton } from '../../../hooks/focus';
import { isComposing, isSubmitKey } from '../../../hooks/shortcut';
import { useText } from '../../../translations/messages';
import { inputOf, ownFieldOf, plainValue, useFieldName, withValue } from './fields';
import type { Saving } from './saving';

interface TextInPlaceProps {
  ticket: OpenTicket;
  /** One that is typed. */
  field: EditedField;
  saving: Saving;
  /** The value as it is shown. */
  children: ReactNode;
}

/** The types that are written in Markdown. */
const MARKDOWN: readonly string[] = ['body', 'richtext'];

/**
 * A value that is typed where it stands. Enter saves a line, Ctrl+Enter a longer text; Escape leaves it as it was,
 * unless a longer text has been typed already. What was typed and not saved is there again when the ticket is.
 */
export function TextInPlace({ ticket, field, saving, children }: TextInPlaceProps) {
  const text = useText();
  const [draft, setDraft] = useFieldDraft(ticket.documentId, field);
  const [isBegunHere, setBegunHere] = useState(false);
  const edit = useEditButton(draft !== undefined);
  const line = useRef<HTMLInputElement>(null);
  const input = inputOf(ticket, field);
  const { type } = input;
  const hasLines = isLong(input);
  const name = useFieldName(ticket)(field);
  const shown = typedOf(type, plainValue(ticket, field));

  if (draft === undefined || !ticket.editable.includes(field)) {
    return (
      <Flex gap={2} alignItems="flex-start" justifyContent="space-between">
        <div style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>{children}</div>
        {ticket.editable.includes(field) && (
          <IconButton
            ref={edit}
            size="XS"
            variant="ghost"
            label={text('ticket.edit', { field: name })}
            onClick={() => {
              setBegunHere(true);
              setDraft({ typed: shown, was: shown, version: ticket.version });
            }}
          >
            <Pencil />
          </IconButton>
        )}
      </Flex>
    );
  }

  const { typed, was, version } = draft;
  const isSaving = saving.pending.has(field);
  async function save() {
    if (isSaving) return;
    // A date of which a part is missing has no value either.
    if (line.current?.validity.badInput) {
      line.current.reportValidity();
      return;
    }
    const stored = (value: string) => (value === '' && field !== 'title' ? null : valueOf(type, value));
    const seen = { ...ticket, version };
    // Of what is typed, some is lost: the hour that comes twice when the clocks are set back.
    const before = shown === was ? seen : withValue(seen, field, stored(was));
    if (await saving.save(field, stored(typed), before)) close();
  }
  function close() {
    setDraft(undefined);
    saving.forget(field);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (hasLines ? isSubmitKey(event) : event.key === 'Enter') {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape' && !isSaving && (!hasLines || typed === was)) close();
  }
  const markdown = MARKDOWN.includes(field) || MARKDOWN.includes(type);
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Labelled
        label={name}
        required={ownFieldOf(ticket, field)?.isRequired}
        error={saving.refused.get(field)}
        hint={
          hasLines
            ? text(markdown ? 'ticket.edit.long_hint' : 'ticket.edit.lines_hint')
            : text('ticket.edit.hint')
        }
      >
        <FieldInput
          field={input}
          value={typed}
          onChange={(value) => {
            setDraft({ typed: value, was, version });
            saving.forget(field);
          }}
          typing={{
            autoFocus: isBegunHere,
            // The saved text is the shown one.
            readOnly: isSaving,
            style: field === 'body' ? { minHeight: '24rem' } : undefined,
            onKeyDown,
            inputRef: line,
          }}
        />
      </Labelled>
      <Flex gap={2} justifyContent="flex-end">
        <Button variant="tertiary" size="S" disabled={isSaving} onClick={close}>
          {text('action.cancel')}
        </Button>
        <Button size="S" loading={isSaving} onClick={() => void save()}>
          {text('action.save')}
        </Button>
      </Flex>
    </Flex>
  );
}

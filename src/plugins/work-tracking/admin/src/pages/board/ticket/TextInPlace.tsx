import { Button, Field, Flex, IconButton, Textarea, TextInput } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { EditedField, OpenTicket } from '../../../api/ticket';
import { useFieldDraft } from '../../../hooks/drafts';
import { useEditButton } from '../../../hooks/focus';
import { isComposing, isSubmitKey } from '../../../hooks/shortcut';
import { useText } from '../../../translations/messages';
import { FIELD_NAMES } from './ConflictNotice';
import type { Saving } from './saving';

interface TextInPlaceProps {
  ticket: OpenTicket;
  field: Extract<EditedField, 'title' | 'type' | 'body'>;
  saving: Saving;
  /** The value as it is shown. */
  children: ReactNode;
}

/**
 * A text that is changed where it stands. Enter saves a line, Ctrl+Enter a longer text; Escape leaves it as it was,
 * unless a longer text has been typed already. What was typed and not saved is there again when the ticket is.
 */
export function TextInPlace({ ticket, field, saving, children }: TextInPlaceProps) {
  const text = useText();
  const [draft, setDraft] = useFieldDraft(ticket.documentId, field);
  const [isBegunHere, setBegunHere] = useState(false);
  const edit = useEditButton(draft !== undefined);
  const isLong = field === 'body';
  const name = text(FIELD_NAMES[field]);

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
              setDraft({ typed: ticket[field] ?? '', was: ticket[field] ?? '', version: ticket.version });
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
    const stored = (value: string) => (value === '' && field !== 'title' ? null : value);
    const seen = { ...ticket, version, [field]: stored(was) };
    if (await saving.save(field, stored(typed), seen)) setDraft(undefined);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (isLong ? isSubmitKey(event) : event.key === 'Enter') {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape' && !isSaving && (!isLong || typed === was)) setDraft(undefined);
  }
  const input = {
    value: typed,
    autoFocus: isBegunHere,
    // The saved text is the shown one.
    readOnly: isSaving,
    onKeyDown,
    onChange: ({ target }: { target: { value: string } }) => setDraft({ typed: target.value, was, version }),
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Field.Root hint={text(isLong ? 'ticket.edit.long_hint' : 'ticket.edit.hint')}>
        <Field.Label>{name}</Field.Label>
        {isLong ? (
          <Textarea {...input} style={{ minHeight: '24rem' }} />
        ) : (
          <TextInput {...input} maxLength={255} />
        )}
        <Field.Hint />
      </Field.Root>
      <Flex gap={2} justifyContent="flex-end">
        <Button variant="tertiary" size="S" disabled={isSaving} onClick={() => setDraft(undefined)}>
          {text('action.cancel')}
        </Button>
        <Button size="S" loading={isSaving} onClick={() => void save()}>
          {text('action.save')}
        </Button>
      </Flex>
    </Flex>
  );
}

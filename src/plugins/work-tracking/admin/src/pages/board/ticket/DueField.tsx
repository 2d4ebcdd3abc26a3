import { Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useRef, useState } from 'react';
import type { OpenTicket } from '../../../api/ticket';
import { typedOf } from '../../../components/FieldInput';
import { Timestamp } from '../../../components/Time';
import { useText } from '../../../translations/messages';
import type { Saving } from './saving';

interface DueFieldProps {
  ticket: OpenTicket;
  saving: Saving;
}

/** The due date of a ticket, in the user's time zone. It is saved with Enter, or when the focus leaves it. */
export function DueField({ ticket, saving }: DueFieldProps) {
  const text = useText();
  const [typed, setTyped] = useState<string>();
  const seen = useRef(ticket);
  const input = useRef<HTMLInputElement>(null);
  const { pending } = saving;
  const stored = pending.has('dueAt') ? (pending.get('dueAt') as string | null) : (ticket.dueAt ?? null);
  if (!ticket.editable.includes('dueAt')) {
    return (
      <Typography>
        {stored === null ? text('history.nothing') : <Timestamp at={stored} timeStyle="short" />}
      </Typography>
    );
  }

  async function save(value: string | null) {
    // Unless it has been changed again meanwhile.
    if (await saving.save('dueAt', value, seen.current)) {
      setTyped((newer) => (newer === typed ? undefined : newer));
    }
  }
  function saveTyped() {
    // A date of which a part is missing has no value either.
    if (typed === undefined || input.current?.validity.badInput) return;
    const value = typed === '' ? null : new Date(typed).toISOString();
    // The question about a conflict takes the focus from here: it is about this very value.
    if (pending.has('dueAt') && pending.get('dueAt') === value) return;
    void save(value);
  }

  return (
    <Flex gap={1}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <TextInput
          ref={input}
          type="datetime-local"
          size="S"
          max="9999-12-31T23:59"
          aria-label={text('ticket.due')}
          value={typed ?? typedOf('datetime', stored)}
          onFocus={() => {
            seen.current = ticket;
          }}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={saveTyped}
          onKeyDown={({ key }) => {
            if (key === 'Enter') saveTyped();
          }}
        />
      </div>
      {stored !== null && (
        <IconButton
          size="S"
          variant="ghost"
          label={text('ticket.due.clear')}
          onClick={() => {
            seen.current = ticket;
            input.current?.focus();
            void save(null);
          }}
        >
          <Cross />
        </IconButton>
      )}
    </Flex>
  );
}

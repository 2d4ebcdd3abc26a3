import { Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useGetPeopleQuery } from '../../../api/board-page';
import { useMayChooseEntries } from '../../../api/entries';
import type { EditedField, OpenTicket } from '../../../api/ticket';
import ContentList from '../../../components/ContentList';
import { typedOf } from '../../../components/FieldInput';
import { Choice } from '../../../components/fields';
import { LabelList } from '../../../components/LabelList';
import { Note } from '../../../components/Note';
import { Age, Timestamp } from '../../../components/Time';
import { useText } from '../../../translations/messages';
import { OwnFieldLine } from './OwnFields';
import type { Saving } from './saving';
import { TextInPlace } from './TextInPlace';

interface TicketFieldsProps {
  ticket: OpenTicket;
  saving: Saving;
  priorities: readonly string[];
}

/** The short fields of a ticket: each is saved when it is changed. Those that the user may not read are left out. */
export function TicketFields({ ticket, saving, priorities }: TicketFieldsProps) {
  const text = useText();
  const { syncedAt, createdAt } = ticket;
  return (
    <List>
      {ticket.priority !== undefined && (
        <Named name={text('ticket.priority')}>
          <Priority ticket={ticket} saving={saving} priorities={priorities} />
        </Named>
      )}
      {ticket.assignee !== undefined && (
        <Named name={text('ticket.assignee')}>
          <Assignee ticket={ticket} saving={saving} />
        </Named>
      )}
      {ticket.labels !== undefined && (
        <Named name={text('ticket.labels')}>
          <Labels ticket={ticket} saving={saving} />
        </Named>
      )}
      {ticket.dueAt !== undefined && (
        <Named name={text('ticket.due')}>
          <DueField ticket={ticket} saving={saving} />
        </Named>
      )}
      {ticket.type !== undefined && (
        <Named name={text('ticket.type')}>
          <TextInPlace ticket={ticket} field="type" saving={saving}>
            <Typography>{ticket.type ?? text('history.nothing')}</Typography>
          </TextInPlace>
        </Named>
      )}
      <Content ticket={ticket} saving={saving} />
      {ticket.fields.map((field) => (
        <Named key={field.name} name={field.label}>
          <OwnFieldLine field={field} ticket={ticket} saving={saving} />
        </Named>
      ))}
      {syncedAt && (
        <Named name={text('ticket.changed')}>
          <Typography>
            <Age since={syncedAt} />
          </Typography>
        </Named>
      )}
      {createdAt && (
        <Named name={text('ticket.created')}>
          <Typography>
            <Timestamp at={createdAt} timeStyle="short" />
          </Typography>
        </Named>
      )}
    </List>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <Note>{name}</Note>
      </dt>
      <dd>{children}</dd>
    </>
  );
}

type FieldProps = Pick<TicketFieldsProps, 'ticket' | 'saving'>;

/** The value that is being saved, or else the stored one. */
const current = <Value,>({ pending }: Saving, field: EditedField, stored: Value): Value =>
  pending.has(field) ? (pending.get(field) as Value) : stored;

function Priority({ ticket, saving, priorities }: TicketFieldsProps) {
  const text = useText();
  if (!ticket.editable.includes('priority')) return <Typography>{ticket.priority}</Typography>;
  return (
    <Choice
      size="S"
      aria-label={text('ticket.priority')}
      choices={priorities.map((priority) => [priority, priority])}
      value={current(saving, 'priority', ticket.priority) ?? ''}
      onChange={(priority) => void saving.save('priority', priority, ticket)}
    />
  );
}

function Assignee({ ticket, saving }: FieldProps) {
  const text = useText();
  const isEditable = ticket.editable.includes('assignee');
  const { data: people = [] } = useGetPeopleQuery(undefined, { skip: !isEditable });
  const { assignee } = ticket;
  if (!isEditable) return <Typography>{assignee?.name ?? text('ticket.assignee.none')}</Typography>;
  // A person who may not be assigned any more stays the assignee.
  const choices = assignee && !people.some(({ id }) => id === assignee.id) ? [assignee, ...people] : people;
  return (
    <Choice
      size="S"
      aria-label={text('ticket.assignee')}
      placeholder={text('ticket.assignee.none')}
      choices={choices.map(({ id, name }) => [id, name])}
      value={current(saving, 'assignee', assignee?.id ?? null) ?? ''}
      onChange={(id) => void saving.save('assignee', id === '' ? null : id, ticket)}
      clearLabel={text('ticket.assignee.clear')}
    />
  );
}

/** Each change of them is saved by itself. */
const Labels = ({ ticket, saving }: FieldProps) => (
  <LabelList
    labels={current(saving, 'labels', ticket.labels) ?? []}
    isEditable={ticket.editable.includes('labels')}
    onChange={(changed) => saving.save('labels', changed, ticket)}
  />
);

/** The due date of a ticket, in the user's time zone. It is saved with Enter, or when the focus leaves it. */
function DueField({ ticket, saving }: FieldProps) {
  const text = useText();
  const [typed, setTyped] = useState<string>();
  const seen = useRef(ticket);
  const input = useRef<HTMLInputElement>(null);
  const { pending } = saving;
  const stored = current(saving, 'dueAt', ticket.dueAt ?? null);
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

/** Left out where it is about nothing and the user has nothing to choose from. */
function Content({ ticket, saving }: FieldProps) {
  const text = useText();
  const isEditable = ticket.editable.includes('content');
  const mayChoose = useMayChooseEntries(isEditable);
  const content = current(saving, 'content', ticket.content) ?? [];
  if (content.length === 0 && !mayChoose) return null;
  return (
    <Named name={text('ticket.content')}>
      <ContentList
        content={content}
        isEditable={isEditable}
        onChange={(changed) => void saving.save('content', changed, ticket)}
      />
    </Named>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(9rem, auto) minmax(0, 1fr);
  gap: ${({ theme }) => theme.spaces[2]} ${({ theme }) => theme.spaces[3]};
  align-items: baseline;
`;

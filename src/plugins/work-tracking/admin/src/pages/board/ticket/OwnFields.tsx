import { Box, Field, Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link as RouterLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { formPath, TICKET } from '../../../api/documents';
import type { PlainValue } from '../../../api/required-fields';
import type { OpenTicket, OwnField } from '../../../api/ticket';
import { EntryLine, EntryLines } from '../../../components/ContentList';
import { FieldInput, isChosen, isLong, typedOf, valueOf } from '../../../components/FieldInput';
import { LongText } from '../../../components/LongText';
import { Markdown } from '../../../components/Markdown';
import { Timestamp } from '../../../components/Time';
import { useText } from '../../../translations/messages';
import { keyOf } from './fields';
import type { Saving } from './saving';
import { TextInPlace } from './TextInPlace';

interface OwnFieldProps {
  field: OwnField;
  ticket: OpenTicket;
  saving: Saving;
}

/** A field that a content team has added: changed where it stands as far as its type allows, else in the form. */
export function OwnFieldLine({ field, ticket, saving }: OwnFieldProps) {
  const text = useText();
  const { label, isAskable } = field;
  const shown = <OwnValue field={field} value={field.value} />;
  const isEditable = ticket.editable.includes(keyOf(field));
  if (isAskable && isChosen(field)) {
    return isEditable ? <Choice field={field} ticket={ticket} saving={saving} /> : shown;
  }
  if (isAskable) {
    return (
      <TextInPlace ticket={ticket} field={keyOf(field)} saving={saving}>
        {shown}
      </TextInPlace>
    );
  }
  return (
    <Flex gap={2} alignItems="flex-start" justifyContent="space-between" wrap="wrap">
      <Box minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        {shown}
      </Box>
      {isEditable && (
        <Link
          tag={RouterLink}
          to={formPath(TICKET, ticket.documentId)}
          aria-label={text('ticket.own.form_of', { field: label })}
        >
          {text('ticket.own.form')}
        </Link>
      )}
    </Flex>
  );
}

function Choice({ field, ticket, saving }: OwnFieldProps) {
  const { type, label, isRequired, value = null } = field;
  const key = keyOf(field);
  const { pending, refused } = saving;
  const save = (chosen: PlainValue) => void saving.save(key, chosen, ticket);
  return (
    <Field.Root error={refused.get(key)}>
      <FieldInput
        field={field}
        size="S"
        aria-label={label}
        value={typedOf(type, pending.has(key) ? (pending.get(key) as PlainValue) : value)}
        onChange={(chosen) => save(valueOf(type, chosen))}
        onClear={isRequired ? undefined : () => save(null)}
      />
      <Field.Error />
    </Field.Root>
  );
}

/** The value of such a field as people read it. */
export function OwnValue({ field, value }: { field: OwnField; value: PlainValue | undefined }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { type, label, entries, others = 0 } = field;
  if (entries && entries.length + others > 0) {
    return (
      <EntryLines>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} />
          </li>
        ))}
        {others > 0 && (
          <li>
            <Typography>{text('ticket.own.others', { count: others, named: entries.length })}</Typography>
          </li>
        )}
      </EntryLines>
    );
  }
  if (value === undefined && !entries) {
    return <Typography textColor="neutral600">{text('ticket.own.in_form')}</Typography>;
  }
  if (value === undefined || value === null || value === '')
    return <Typography>{text('history.nothing')}</Typography>;
  switch (type) {
    case 'boolean':
      return <Typography>{text(value === true ? 'answer.yes' : 'answer.no')}</Typography>;
    case 'date':
      return <Typography>{formatDate(String(value), { dateStyle: 'medium', timeZone: 'UTC' })}</Typography>;
    case 'datetime':
    case 'timestamp':
      return (
        <Typography>
          <Timestamp at={String(value)} timeStyle="short" />
        </Typography>
      );
    case 'richtext':
    case 'blocks':
      return (
        <Long label={label}>
          <Markdown>{String(value)}</Markdown>
        </Long>
      );
  }
  if (isLong(field) || type === 'media') {
    return (
      <Long label={label}>
        <Written>
          <LongText>{String(value)}</LongText>
        </Written>
      </Long>
    );
  }
  return <Typography>{typedOf(type, value)}</Typography>;
}

/** It scrolls by itself, with the keyboard too: the ticket's text is below. */
function Long({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Scroll tabIndex={0} role="group" aria-label={label}>
      {children}
    </Scroll>
  );
}

const Scroll = styled.div`
  max-height: 24rem;
  overflow-y: auto;
  overflow-wrap: anywhere;

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
  }
`;

const Written = styled.div`
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  line-height: ${({ theme }) => theme.lineHeights[6]};
  white-space: pre-wrap;
`;

import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useEffect, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ContentReference } from '../../../../../domain/content';
import { useGetPeopleQuery } from '../../../api/board-page';
import type { PlainValue } from '../../../api/required-fields';
import type { OpenTicket } from '../../../api/ticket';
import ContentList from '../../../components/ContentList';
import { LongText } from '../../../components/LongText';
import { useText } from '../../../translations/messages';
import { ownFieldOf, useFieldName, type FieldValue } from './fields';
import { OwnValue } from './OwnFields';
import type { Conflict } from './saving';

/** Shows what somebody else has made of a field beside what the user would, and asks which of the two shall be. */
export function ConflictNotice({ ticket, conflict }: { ticket: OpenTicket; conflict: Conflict }) {
  const { field, mine, theirs, takesFocus, choose } = conflict;
  const text = useText();
  const name = useFieldName(ticket)(field);
  const own = ownFieldOf(ticket, field);
  const { data: people = [] } = useGetPeopleQuery(undefined, { skip: field !== 'assignee' });
  const { formatDate } = useIntl();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
    // Only when the question comes up, not again for a newer value.
  }, []);

  function shown(value: FieldValue): ReactNode {
    if (own) return <OwnValue field={own} value={value as PlainValue} />;
    if (field === 'content') return <ContentList content={(value ?? []) as readonly ContentReference[]} />;
    return <LongText>{inWords(value as string | readonly string[] | null)}</LongText>;
  }
  function inWords(value: string | readonly string[] | null): string {
    if (value === null || value === '') return text('history.nothing');
    if (field === 'dueAt' && typeof value === 'string')
      return formatDate(value, { dateStyle: 'medium', timeStyle: 'short' });
    return typeof value === 'string' ? value : value.join(', ') || text('history.nothing');
  }
  const myName = field === 'assignee' && people.find(({ id }) => id === mine)?.name;

  return (
    <Box
      ref={box}
      tabIndex={-1}
      role="alertdialog"
      aria-label={text('ticket.conflict', { field: name })}
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={4}
    >
      <Typography tag="p" fontWeight="semiBold">
        {text('ticket.conflict', { field: name })}
      </Typography>
      <Version name={text('ticket.conflict.theirs')} value={shown(theirs)} />
      <Version name={text('ticket.conflict.mine')} value={myName || shown(mine)} />
      <Flex gap={2} paddingTop={3} wrap="wrap">
        <Button size="S" onClick={() => choose('mine')}>
          {text('ticket.conflict.take_mine')}
        </Button>
        <Button size="S" variant="tertiary" onClick={() => choose('theirs')}>
          {text('ticket.conflict.take_theirs')}
        </Button>
      </Flex>
    </Box>
  );
}

function Version({ name, value }: { name: string; value: ReactNode }) {
  return (
    <Box paddingTop={2} style={{ overflowWrap: 'anywhere' }}>
      <Typography variant="pi" fontWeight="bold" tag="div">
        {name}
      </Typography>
      <Typography tag="div" style={{ whiteSpace: 'pre-wrap', maxHeight: '16rem', overflowY: 'auto' }}>
        {value}
      </Typography>
    </Box>
  );
}

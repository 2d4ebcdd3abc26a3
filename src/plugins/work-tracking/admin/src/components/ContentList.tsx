import { Button, Flex, IconButton, Link, Typography } from '@strapi/design-system';
import { Cross, Plus } from '@strapi/icons';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  isSameReference,
  MAX_REFERENCES,
  referenceText,
  type ContentReference,
} from '../../../domain/content';
import {
  entryName,
  entryPath,
  useGetEntriesQuery,
  useGetEntryTypesQuery,
  useMayChooseEntries,
  type Entry,
} from '../api/entries';
import { useText } from '../translations/messages';
import { useEntryName } from './entry-name';
import { Note } from './Note';

// Loaded once it is opened.
const EntryDialog = lazy(() => import('./EntryDialog'));

interface ContentListProps {
  content: readonly ContentReference[];
  isEditable?: boolean;
  onChange?: (content: ContentReference[]) => void;
}

/** The entries that a ticket or a decision is about, by title; where it can be changed, each can be taken away. */
export default function ContentList({ content, isEditable = false, onChange }: ContentListProps) {
  const text = useText();
  const { data: entries = [] } = useGetEntriesQuery(content, { skip: content.length === 0 });
  const mayChoose = useMayChooseEntries(isEditable);
  const list = useRef<HTMLDivElement>(null);
  const remove = (reference: ContentReference) => {
    // The button goes with its entry.
    list.current?.focus();
    onChange?.(content.filter((other) => !isSameReference(other, reference)));
  };
  return (
    <Flex
      ref={list}
      tabIndex={-1}
      role="group"
      aria-label={text('ticket.content')}
      direction="column"
      alignItems="stretch"
      gap={2}
    >
      {content.length > 0 && (
        <EntryLines>
          {content.map((reference) => {
            const entry = entries.find((one) => isSameReference(one, reference));
            const name = entry ? entryName(entry) : referenceText(reference);
            return (
              <Item key={referenceText(reference)}>
                <div>{entry ? <EntryLine entry={entry} /> : <Typography>{name}</Typography>}</div>
                {isEditable && (
                  <IconButton
                    size="XS"
                    variant="ghost"
                    label={text('content.remove', { name })}
                    onClick={() => remove(reference)}
                  >
                    <Cross width="0.8rem" height="0.8rem" />
                  </IconButton>
                )}
              </Item>
            );
          })}
        </EntryLines>
      )}
      {mayChoose && content.length < MAX_REFERENCES && (
        <Add content={content} onAdd={(added) => onChange?.([...content, ...added])} />
      )}
      {!mayChoose && content.length === 0 && (
        <Typography textColor="neutral600">{text('history.nothing')}</Typography>
      )}
    </Flex>
  );
}

/** Its title with a link, or why there is none; its type and locale. */
export function EntryLine({ entry }: { entry: Entry }) {
  const { state, typeName, locale, id } = entry;
  const name = useEntryName()(entry);
  const facts = [name !== typeName && typeName, state === 'gone' && id, locale];
  return (
    <>
      {state === 'readable' ? (
        <Link tag={RouterLink} to={entryPath(entry)}>
          {name}
        </Link>
      ) : (
        <Typography>{name}</Typography>
      )}{' '}
      <Note>{facts.filter(Boolean).join(' · ')}</Note>
    </>
  );
}

interface AddProps {
  content: readonly ContentReference[];
  onAdd: (added: ContentReference[]) => void;
}

function Add({ content, onAdd }: AddProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useGetEntryTypesQuery(undefined);
  return (
    <div>
      <Button size="S" variant="tertiary" startIcon={<Plus />} onClick={() => setOpen(true)}>
        {text('content.add')}
      </Button>
      {isOpen && data && (
        <Suspense fallback={null}>
          <EntryDialog {...data} content={content} onAdd={onAdd} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The list that the lines of entries are in. */
export const EntryLines = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[1]};
`;

const Item = styled.li`
  display: flex;
  justify-content: space-between;
  align-items: flex-start;
  gap: ${({ theme }) => theme.spaces[2]};

  > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

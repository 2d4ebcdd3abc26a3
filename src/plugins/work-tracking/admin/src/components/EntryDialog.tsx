import { Checkbox, Flex, Typography } from '@strapi/design-system';
import uniqBy from 'lodash/uniqBy';
import { useState, type KeyboardEvent } from 'react';
import {
  isSameReference,
  MAX_REFERENCES,
  referenceText,
  type ContentReference,
} from '../../../domain/content';
import { entryName, useFindEntriesQuery, type Entry, type EntryTypes } from '../api/entries';
import { useText } from '../translations/messages';
import { Choice, Labelled } from './fields';
import { FormDialog } from './FormDialog';
import { QueryStates } from './QueryStates';
import { SearchField } from './SearchField';

interface EntryDialogProps extends EntryTypes {
  /** The entries that are there already. */
  content: readonly ContentReference[];
  onAdd: (added: ContentReference[]) => void;
  onClose: () => void;
}

/** The value of the choice "all locales": an empty value would mean that nothing is chosen. */
const EVERY_LOCALE = '*';

/** Finds entries by type and title; several can be chosen, also one after another search. */
export default function EntryDialog({ types, locales, content, onAdd, onClose }: EntryDialogProps) {
  const text = useText();
  const [type, setType] = useState(types[0]?.type ?? '');
  const [locale, setLocale] = useState(EVERY_LOCALE);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Entry[]>([]);
  // Not those of another type or text, which `data` would have meanwhile.
  const { currentData: data, error, refetch } = useFindEntriesQuery({ type, text: typed });
  const isLocalized = types.find((one) => one.type === type)?.isLocalized === true && locales.length > 1;
  const inLocale = (entry: Entry): Entry => ({
    ...entry,
    locale: isLocalized && locale !== EVERY_LOCALE ? locale : null,
  });
  const room = MAX_REFERENCES - content.length - chosen.length;

  function add(): Promise<void> {
    onAdd(chosen.map(({ type: ofType, id, locale: inOne }) => ({ type: ofType, id, locale: inOne })));
    onClose();
    return Promise.resolve();
  }

  return (
    <FormDialog
      title={text('content.choose')}
      submit={text('content.submit', { count: chosen.length })}
      isLoading={false}
      isReady={chosen.length > 0}
      onSubmit={add}
      onClose={onClose}
    >
      {types.length > 1 && (
        <Labelled label={text('content.type')}>
          <Choice choices={types.map((one) => [one.type, one.name])} value={type} onChange={setType} />
        </Labelled>
      )}
      {isLocalized && (
        <Labelled label={text('content.locale')} hint={text('content.locale.hint')}>
          <Choice
            choices={[
              [EVERY_LOCALE, text('content.every_locale')],
              ...locales.map(({ code, name }) => [code, name] as const),
            ]}
            value={locale}
            onChange={setLocale}
          />
        </Labelled>
      )}
      <div onKeyDownCapture={keepOpen}>
        <SearchField
          label={text('content.search')}
          clearLabel={text('content.search.clear')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <QueryStates query={{ data, error, refetch }}>
        {(entries) => (
          <Choices
            entries={uniqBy([...chosen, ...entries.map(inLocale)], referenceText)}
            isChecked={(entry) => [...content, ...chosen].some((one) => isSameReference(one, entry))}
            isFixed={(entry) => content.some((one) => isSameReference(one, entry))}
            hasRoom={room > 0}
            onCheck={(entry, isChosen) =>
              setChosen((before) => [
                ...before.filter((one) => !isSameReference(one, entry)),
                ...(isChosen ? [entry] : []),
              ])
            }
          />
        )}
      </QueryStates>
    </FormDialog>
  );
}

/** Enter in the search would add what has been chosen so far. */
function keepOpen(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) event.preventDefault();
}

interface ChoicesProps {
  entries: readonly Entry[];
  isChecked: (entry: Entry) => boolean;
  /** Is it there already? */
  isFixed: (entry: Entry) => boolean;
  /** Can one more be chosen? */
  hasRoom: boolean;
  onCheck: (entry: Entry, isChosen: boolean) => void;
}

function Choices({ entries, isChecked, isFixed, hasRoom, onCheck }: ChoicesProps) {
  const text = useText();
  if (entries.length === 0)
    return <Typography textColor="neutral600">{text('content.none_found')}</Typography>;
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={2}
      role="group"
      aria-label={text('content.found')}
      style={{ overflowWrap: 'anywhere' }}
    >
      {entries.map((entry) => (
        <Checkbox
          key={referenceText(entry)}
          checked={isChecked(entry)}
          disabled={isFixed(entry) || (!hasRoom && !isChecked(entry))}
          onCheckedChange={(checked) => onCheck(entry, checked === true)}
        >
          {[entryName(entry), entry.locale].filter(Boolean).join(' · ')}
        </Checkbox>
      ))}
    </Flex>
  );
}

import { Combobox, ComboboxOption, TextInput } from '@strapi/design-system';
import { useId, useState } from 'react';
import { NOBODY } from '../../../../domain/board';
import { MAX_LABEL_LENGTH } from '../../../../domain/labels';
import { useGetPeopleQuery } from '../../api/board-page';
import { distinctTexts } from '../../components/combobox';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText } from '../../translations/messages';
import type { useBulkChange } from './bulk-changes';
import { LabelSuggestions } from './filter-fields';

/** For an assignee, or for a label to add or to remove. */
export type Asked = 'assign' | 'add' | 'remove';

interface BulkDialogProps {
  count: number;
  isLoading: boolean;
  onSubmit: ReturnType<typeof useBulkChange>['change'];
  onClose: () => void;
}

const OF_ASSIGNING = { assignee: 'assignee' } as const;
const OF_LABELLING = { labels: 'label', add: 'label', remove: 'label' } as const;

/** Asks what is to be done with the chosen tickets. */
export default function BulkDialog({
  asks,
  labels,
  ...props
}: BulkDialogProps & { asks: Asked; labels: readonly string[] }) {
  return asks === 'assign' ? (
    <AssignDialog {...props} />
  ) : (
    <LabelDialog how={asks} labels={labels} {...props} />
  );
}

/** A dialog that asks for the new assignee of the tickets. */
function AssignDialog({ count, isLoading, onSubmit, onClose }: BulkDialogProps) {
  const text = useText();
  const { refused, refusal, refuse, forget } = useRefusedFields(OF_ASSIGNING);
  const { data: people = [] } = useGetPeopleQuery(undefined);
  const [person, setPerson] = useState('');
  async function submit() {
    const result = await onSubmit({ how: 'assign', assignee: person === NOBODY ? null : person });
    if (!refuse(result)) onClose();
  }
  function choose(chosen: string) {
    setPerson(chosen);
    forget('assignee');
  }
  return (
    <FormDialog
      title={text('bulk.assign.title', { count })}
      submit={text('bulk.assign.submit')}
      {...{ isLoading, refusal, onClose }}
      isReady={person !== ''}
      onSubmit={submit}
    >
      <Labelled label={text('bulk.assignee')} required error={refused.assignee}>
        <Combobox
          value={person}
          onChange={(value?: string) => choose(value ?? '')}
          onClear={() => choose('')}
          clearLabel={text('board.filter.clear')}
        >
          <ComboboxOption value={NOBODY}>{text('bulk.nobody')}</ComboboxOption>
          {[...distinctTexts(people.map(({ id, name }) => ({ id, texts: [name] })))].map(([id, name]) => (
            <ComboboxOption key={id} value={id} textValue={name}>
              {name}
            </ComboboxOption>
          ))}
        </Combobox>
      </Labelled>
    </FormDialog>
  );
}

interface LabelDialogProps extends BulkDialogProps {
  how: 'add' | 'remove';
  /** Those of the tickets, of which one is removed. */
  labels: readonly string[];
}

/** A label to add to the tickets, or to take from them. */
function LabelDialog({ how, labels, count, isLoading, onSubmit, onClose }: LabelDialogProps) {
  const text = useText();
  const { refused, refusal, refuse, forget } = useRefusedFields(OF_LABELLING);
  const [label, setLabel] = useState('');
  const listId = useId();
  const given = how === 'add' ? label.trim() : label;
  async function submit() {
    if (given === '') return;
    if (!refuse(await onSubmit({ how: 'label', [how]: [given] }))) onClose();
  }
  function change(typed: string) {
    setLabel(typed);
    forget('label');
  }
  return (
    <FormDialog
      title={text(how === 'add' ? 'bulk.label.add.title' : 'bulk.label.remove.title', { count })}
      submit={text(how === 'add' ? 'bulk.label.add' : 'bulk.label.remove')}
      {...{ isLoading, refusal, onClose }}
      isReady={given !== ''}
      onSubmit={submit}
    >
      <Labelled label={text('bulk.label')} required error={refused.label}>
        {how === 'add' ? (
          <>
            <TextInput
              value={label}
              maxLength={MAX_LABEL_LENGTH}
              list={listId}
              autoComplete="off"
              onChange={({ target }) => change(target.value)}
            />
            <LabelSuggestions id={listId} />
          </>
        ) : (
          <Combobox
            value={label}
            onChange={(value?: string) => change(value ?? '')}
            onClear={() => change('')}
            clearLabel={text('board.filter.clear')}
          >
            {labels.map((one) => (
              <ComboboxOption key={one} value={one}>
                {one}
              </ComboboxOption>
            ))}
          </Combobox>
        )}
      </Labelled>
    </FormDialog>
  );
}

import { Box, TextInput } from '@strapi/design-system';
import { useId, useState } from 'react';
import {
  BOARD_SORTS,
  DUE_FILTERS,
  ME,
  NOBODY,
  type BoardFilterName,
  type BoardSort,
} from '../../../../domain/board';
import { useGetBoardLabelsQuery } from '../../api/board';
import type { PersonChoice } from '../../api/board-page';
import { Choice } from '../../components/fields';
import { useTyped } from '../../hooks/typed';
import { useText, type MessageId } from '../../translations/messages';
import type { ChangeFilters } from './filters';

interface ChoiceFilterProps {
  name: BoardFilterName;
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
  value: string | undefined;
  onChange: ChangeFilters;
}

/** A filter by one of a few values. */
export function ChoiceFilter({ name, label, choices, value = '', onChange }: ChoiceFilterProps) {
  const text = useText();
  return (
    <Box width="15rem">
      <Choice
        size="S"
        aria-label={label}
        placeholder={label}
        choices={choices}
        value={value}
        onChange={(chosen) => onChange({ [name]: chosen })}
        clearLabel={text('board.filter.clear')}
      />
    </Box>
  );
}

const DUE_LABELS: Record<(typeof DUE_FILTERS)[number], MessageId> = {
  overdue: 'board.filter.due.overdue',
  soon: 'board.filter.due.soon',
  none: 'board.filter.due.none',
};

export function DueFilter(props: Pick<ChoiceFilterProps, 'value' | 'onChange'>) {
  const text = useText();
  const choices = DUE_FILTERS.map((due) => [due, text(DUE_LABELS[due])] as const);
  return <ChoiceFilter name="due" label={text('board.filter.due')} choices={choices} {...props} />;
}

interface TypedFilterProps {
  name: BoardFilterName;
  label: string;
  value: string;
  onChange: ChangeFilters;
  onFocus?: () => void;
  onBlur?: () => void;
  /** The id of a `datalist`. */
  list?: string;
}

/** A filter by a value that is typed. */
export function TypedFilter({ name, label, value, onChange, onFocus, onBlur, list }: TypedFilterProps) {
  const [typed, setTyped] = useTyped(value, (changed) => onChange({ [name]: changed }));
  return (
    <Box width="11rem">
      <TextInput
        size="S"
        name={name}
        aria-label={label}
        placeholder={label}
        maxLength={64}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={onFocus}
        onBlur={onBlur}
        list={list}
        autoComplete={list === undefined ? undefined : 'off'}
      />
    </Box>
  );
}

interface LabelFilterProps {
  /** A project's public id. */
  project: string | undefined;
  value: string;
  onChange: ChangeFilters;
}

/** A filter by a label, typed as it is written on tickets; theirs are suggested. */
export function LabelFilter({ project, value, onChange }: LabelFilterProps) {
  const text = useText();
  const list = useId();
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <>
      <TypedFilter
        name="label"
        label={text('ticket.label')}
        value={value}
        onChange={onChange}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        list={list}
      />
      <LabelSuggestions id={list} project={project} isAsked={hasFocus} />
    </>
  );
}

interface AssigneeFilterProps {
  people: readonly PersonChoice[];
  value: string | undefined;
  onChange: ChangeFilters;
}

/** A filter by whose the ticket is: one of the people, whoever looks, or nobody. */
export function AssigneeFilter({ people, value, onChange }: AssigneeFilterProps) {
  const text = useText();
  const choices = [
    [ME, text('board.filter.me')],
    [NOBODY, text('board.filter.nobody')],
    ...people.map(({ id, name }) => [id, name] as const),
  ] as const;
  return (
    <ChoiceFilter
      name="assignee"
      label={text('ticket.assignee')}
      choices={choices}
      value={value}
      onChange={onChange}
    />
  );
}

const SORT_LABELS: Record<BoardSort, MessageId> = {
  changed: 'board.sort.changed',
  priority: 'board.sort.priority',
  due: 'board.sort.due',
};

interface SortSelectProps {
  value: string | undefined;
  onChange: ChangeFilters;
  canSortBy: (sort: BoardSort) => boolean;
}

/** The order of the columns. */
export function SortSelect({ value = 'changed', onChange, canSortBy }: SortSelectProps) {
  const text = useText();
  return (
    <Box width="19rem">
      <Choice
        size="S"
        aria-label={text('board.sort')}
        choices={BOARD_SORTS.filter(canSortBy).map((sort) => [sort, text(SORT_LABELS[sort])])}
        value={value}
        onChange={(sort) => onChange({ sort: sort === 'changed' ? '' : sort })}
      />
    </Box>
  );
}

interface LabelSuggestionsProps {
  /** The `list` of the text field. */
  id: string;
  /** A project's public id; all of them without. */
  project?: string | undefined;
  /** Whether they are read; each time anew. The field is a combobox without them, too. */
  isAsked?: boolean;
}

/** The labels of tickets, as suggestions of a text field. */
export function LabelSuggestions({ id, project, isAsked = true }: LabelSuggestionsProps) {
  const { currentData: labels = [] } = useGetBoardLabelsQuery(
    { project },
    { skip: !isAsked, refetchOnMountOrArgChange: true },
  );
  return (
    <datalist id={id}>
      {labels.map((label) => (
        <option key={label} value={label} />
      ))}
    </datalist>
  );
}

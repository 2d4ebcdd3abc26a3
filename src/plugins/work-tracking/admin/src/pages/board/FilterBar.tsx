import { Flex, Searchbar, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { useGetBoardProjectsQuery, type BoardFilters } from '../../api/board';
import { ProjectCombobox } from '../../components/ProjectCombobox';
import { useAddressFilters, useOnlyKnown } from '../../hooks/address-filters';
import { useText } from '../../translations/messages';

const FILTERS = ['project', 'priority', 'text'] as const;

export const useBoardFilters = (): [BoardFilters, (change: BoardFilters) => void] =>
  useAddressFilters(FILTERS);

/** The pause after the last key before the board is filtered. */
const TYPING_PAUSE_MS = 300;

interface FilterBarProps {
  filters: BoardFilters;
  onChange: (change: BoardFilters) => void;
  priorities: readonly string[];
}

export function FilterBar({ filters, onChange, priorities }: FilterBarProps) {
  const text = useText();
  return (
    <Flex gap={2} wrap="wrap" role="search" aria-label={text('board.filters')}>
      <TextFilter value={filters.text ?? ''} onChange={onChange} />
      <ProjectFilter value={filters.project ?? ''} onChange={onChange} />
      <Narrow>
        <SingleSelect
          size="S"
          aria-label={text('ticket.priority')}
          placeholder={text('ticket.priority')}
          value={filters.priority ?? null}
          onChange={(priority) => onChange({ priority: String(priority) })}
          onClear={() => onChange({ priority: '' })}
          clearLabel={text('board.filter.clear')}
        >
          {priorities.map((priority) => (
            <SingleSelectOption key={priority} value={priority}>
              {priority}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Narrow>
    </Flex>
  );
}

interface FilterProps {
  value: string;
  onChange: (change: BoardFilters) => void;
}

function TextFilter({ value, onChange }: FilterProps) {
  const text = useText();
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    // The address follows what is typed, never the other way round.
    if (typed === value) return undefined;
    const pause = setTimeout(() => onChange({ text: typed }), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, value, onChange]);
  return (
    <Wide>
      <Searchbar
        name="text"
        size="S"
        value={typed}
        placeholder={text('board.filter.text')}
        onChange={({ target }) => setTyped(target.value)}
        onClear={() => setTyped('')}
        clearLabel={text('board.filter.clear')}
      >
        {text('board.filter.text')}
      </Searchbar>
    </Wide>
  );
}

/** Hidden from users who may not read projects. */
function ProjectFilter({ value, onChange }: FilterProps) {
  const text = useText();
  const { data: projects = [], isSuccess } = useGetBoardProjectsQuery(undefined);
  const known = isSuccess ? projects.map(({ documentId }) => documentId) : undefined;
  useOnlyKnown(value, known, () => onChange({ project: '' }));
  if (projects.length === 0) return null;
  return (
    <Wide>
      <ProjectCombobox
        projects={projects}
        label={text('ticket.project')}
        value={value}
        onChange={(project) => onChange({ project })}
        clearLabel={text('board.filter.clear')}
      />
    </Wide>
  );
}

const Wide = styled.div`
  width: 20rem;
`;

const Narrow = styled.div`
  width: 12rem;
`;

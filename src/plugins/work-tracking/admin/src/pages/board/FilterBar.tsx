import { Box, Button } from '@strapi/design-system';
import { Cross, Filter } from '@strapi/icons';
import { styled } from 'styled-components';
import { useGetBoardChoicesQuery, useGetBoardProjectsQuery, type BoardFilters } from '../../api/board';
import { useGetAssigneesQuery } from '../../api/board-page';
import { ProjectCombobox } from '../../components/ProjectCombobox';
import { useText } from '../../translations/messages';
import {
  AssigneeFilter,
  ChoiceFilter,
  DueFilter,
  LabelFilter,
  SortSelect,
  TypedFilter,
} from './filter-fields';
import { NO_FILTERS, type ChangeFilters } from './filters';

interface FilterBarProps {
  id: string;
  filters: BoardFilters;
  onChange: ChangeFilters;
  /** On a narrow screen the bar is hidden unless it is opened. */
  isOpen: boolean;
}

/** The filters by fields that the user may read, and the order of the columns. */
export function FilterBar({ id, filters, onChange, isOpen }: FilterBarProps) {
  const text = useText();
  const { data: choices } = useGetBoardChoicesQuery(undefined);
  const { data: projects = [] } = useGetBoardProjectsQuery(undefined);
  const { data: people } = useGetAssigneesQuery(undefined);
  const may = (name: string) => choices?.filters.includes(name) === true;
  const { sort: _sort, ...set } = filters;
  return (
    <Bar id={id} role="search" aria-label={text('board.filters')} $isOpen={isOpen}>
      {projects.length > 0 && (
        <Box width="17rem">
          <ProjectCombobox
            projects={projects}
            label={text('ticket.project')}
            value={filters.project ?? ''}
            onChange={(project) => onChange({ project })}
            clearLabel={text('board.filter.clear')}
          />
        </Box>
      )}
      {people && may('assignee') && (
        <AssigneeFilter people={people} value={filters.assignee} onChange={onChange} />
      )}
      {may('label') && (
        <LabelFilter project={filters.project} value={filters.label ?? ''} onChange={onChange} />
      )}
      {choices && may('priority') && (
        <ChoiceFilter
          name="priority"
          label={text('ticket.priority')}
          choices={choices.priorities.map((priority) => [priority, priority])}
          value={filters.priority}
          onChange={onChange}
        />
      )}
      {may('type') && (
        <TypedFilter name="type" label={text('ticket.type')} value={filters.type ?? ''} onChange={onChange} />
      )}
      {may('due') && <DueFilter value={filters.due} onChange={onChange} />}
      <SortSelect
        value={filters.sort}
        onChange={onChange}
        canSortBy={(sort) => sort === 'changed' || may(sort)}
      />
      {Object.keys(set).length > 0 && (
        <Button
          variant="ghost"
          size="S"
          startIcon={<Cross />}
          onClick={() => onChange({ ...NO_FILTERS, sort: filters.sort ?? '' })}
        >
          {text('board.filter.clear_all')}
        </Button>
      )}
    </Bar>
  );
}

const Bar = styled.div<{ $isOpen: boolean }>`
  display: ${({ $isOpen }) => ($isOpen ? 'flex' : 'none')};
  flex-basis: 100%;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.spaces[2]};

  ${({ theme }) => theme.breakpoints.medium} {
    display: flex;
  }
`;

interface FilterToggleProps {
  /** The id of the bar that it opens. */
  controls: string;
  /** How many filters are set. */
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens the filters on a narrow screen, where they would take too much room. */
export function FilterToggle({ controls, count, isOpen, onToggle }: FilterToggleProps) {
  const text = useText();
  return (
    <OnNarrowScreens>
      <Button
        variant="tertiary"
        size="S"
        startIcon={<Filter />}
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={onToggle}
      >
        {text('board.filter.open', { count })}
      </Button>
    </OnNarrowScreens>
  );
}

const OnNarrowScreens = styled.div`
  ${({ theme }) => theme.breakpoints.medium} {
    display: none;
  }
`;

import { Box, Button, Flex } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { DELIVERY_FILTER_STATES, MAX_SEARCH_LENGTH } from '../../../../domain/delivery';
import { SENT_EVENT_TYPES } from '../../../../domain/events';
import { PERIODS } from '../../../../domain/period';
import { isStorable } from '../../../../domain/storable';
import type { Choices, DeliveryFilters } from '../../api/deliveries';
import { DELIVERY_FILTER_NAMES } from '../../components/DeliveryState';
import { Choice } from '../../components/fields';
import { ProjectCombobox } from '../../components/ProjectCombobox';
import { SearchField } from '../../components/SearchField';
import { useAddressFilters, useOnlyKnown } from '../../hooks/address-filters';
import { useText } from '../../translations/messages';
import { SubscriptionCombobox } from './SubscriptionCombobox';
import { TimeFilter } from './TimeFilter';

const FILTERS = [
  'search',
  'project',
  'subscription',
  'eventType',
  'state',
  'period',
  'since',
  'until',
] as const;

/** An empty value removes a filter. */
type FilterChange = Partial<Record<(typeof FILTERS)[number], string>>;

const NO_FILTERS: FilterChange = Object.fromEntries(FILTERS.map((name) => [name, '']));

const oneOf = (values: readonly string[]) => (value: string) => values.includes(value);
const isTime = (value: string) => !Number.isNaN(Date.parse(value));

const isSearchable = (value: string) => value.length <= MAX_SEARCH_LENGTH && isStorable(value);

const RULES = {
  search: isSearchable,
  eventType: oneOf(SENT_EVENT_TYPES),
  state: oneOf(DELIVERY_FILTER_STATES),
  period: oneOf(PERIODS),
  since: isTime,
  until: isTime,
};

export function useDeliveryFilters(): [DeliveryFilters, (change: FilterChange) => void] {
  const [filters, change] = useAddressFilters(FILTERS, RULES);
  return [filters as DeliveryFilters, change];
}

interface FilterBarProps {
  choices: Choices;
  filters: DeliveryFilters;
  onChange: (change: FilterChange) => void;
}

export function FilterBar({ choices, filters, onChange }: FilterBarProps) {
  const text = useText();
  const { projects } = choices;
  const clearLabel = text('deliveries.filter.clear');
  const knownProjects = projects.map(({ documentId }) => documentId);
  useOnlyKnown(filters.project ?? '', knownProjects, () => onChange({ project: '' }));
  const subscriptions = choices.subscriptions.filter(
    ({ project }) => !filters.project || project?.documentId === filters.project,
  );
  return (
    <Flex gap={2} wrap="wrap" role="search" aria-label={text('deliveries.filters')}>
      {/* Finds the deliveries of an event by its id, or of the events about a ticket by its ref. */}
      <Box width="26rem">
        <SearchField
          name="search"
          label={text('deliveries.search')}
          clearLabel={clearLabel}
          maxLength={MAX_SEARCH_LENGTH}
          value={filters.search ?? ''}
          onChange={(typed) => onChange({ search: typed.trim() })}
        />
      </Box>
      {projects.length > 0 && (
        <Box width="18rem">
          <ProjectCombobox
            projects={projects}
            label={text('deliveries.column.project')}
            value={filters.project ?? ''}
            onChange={(project) => onChange({ project, subscription: '' })}
            clearLabel={clearLabel}
          />
        </Box>
      )}
      {choices.subscriptions.length > 0 && (
        <Box width="28rem">
          <SubscriptionCombobox
            size="S"
            subscriptions={subscriptions}
            value={filters.subscription ?? ''}
            onChange={(subscription) => onChange({ subscription })}
          />
        </Box>
      )}
      <Box width="16rem">
        <Choice
          size="S"
          aria-label={text('deliveries.column.event')}
          placeholder={text('deliveries.column.event')}
          choices={SENT_EVENT_TYPES.map((type) => [type, type])}
          value={filters.eventType ?? ''}
          onChange={(eventType) => onChange({ eventType })}
          clearLabel={clearLabel}
        />
      </Box>
      <Box width="18rem">
        <Choice
          size="S"
          aria-label={text('deliveries.column.state')}
          placeholder={text('deliveries.column.state')}
          choices={DELIVERY_FILTER_STATES.map((state) => [state, text(DELIVERY_FILTER_NAMES[state])])}
          value={filters.state ?? ''}
          onChange={(state) => onChange({ state })}
          clearLabel={clearLabel}
        />
      </Box>
      <TimeFilter time={filters} onChange={onChange} size="S" />
      {Object.keys(filters).length > 0 && (
        <Button variant="ghost" size="S" startIcon={<Cross />} onClick={() => onChange(NO_FILTERS)}>
          {text('deliveries.filter.clearAll')}
        </Button>
      )}
    </Flex>
  );
}

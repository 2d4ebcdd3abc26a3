import { Box } from '@strapi/design-system';
import { MAX_SEARCH_LENGTH } from '../../../../domain/delivery';
import { SearchField as TextSearchField } from '../../components/SearchField';
import { useText } from '../../translations/messages';

interface SearchFieldProps {
  value: string;
  onChange: (search: string) => void;
}

/** Finds the deliveries of an event by its id, or of the events about a ticket by its ref. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const text = useText();
  return (
    <Box width="26rem">
      <TextSearchField
        name="search"
        label={text('deliveries.search')}
        clearLabel={text('deliveries.filter.clear')}
        maxLength={MAX_SEARCH_LENGTH}
        value={value}
        onChange={(typed) => onChange(typed.trim())}
      />
    </Box>
  );
}

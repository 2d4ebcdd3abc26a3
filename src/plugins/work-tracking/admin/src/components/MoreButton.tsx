import { Button, Flex } from '@strapi/design-system';
import { useText } from '../translations/messages';

interface MoreButtonProps {
  /** The query of all pages that are shown. */
  query: { isFetching: boolean; data?: unknown; currentData?: unknown };
  onClick: () => void;
}

/** Shows one page more of a list that is polled. */
export function MoreButton({ query, onClick }: MoreButtonProps) {
  const text = useText();
  return (
    <Flex justifyContent="center">
      <Button
        variant="tertiary"
        // Loading means that more pages are read; a poll of the same pages does not count.
        loading={query.isFetching && query.data !== query.currentData}
        onClick={onClick}
      >
        {text('deliveries.more')}
      </Button>
    </Flex>
  );
}

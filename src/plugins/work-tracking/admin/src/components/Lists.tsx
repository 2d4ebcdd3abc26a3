import { Button, Flex, TextButton, Typography } from '@strapi/design-system';
import { useState, type ReactNode } from 'react';
import type { Newest, NewestRequest } from '../api/edit-view';
import { useText } from '../translations/messages';
import { QueryStates, type Query } from './QueryStates';

/** More of the design system's components make the page slow. */
const MOST_DRAWN = 100;

interface FirstItemsProps<Item> {
  items: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}

/** The first of many items, and a button that shows more of them. */
export function FirstItems<Item>({ items, children }: FirstItemsProps<Item>) {
  const text = useText();
  const [limit, setLimit] = useState(MOST_DRAWN);
  return (
    <>
      {children(items.slice(0, limit))}
      {items.length > limit && (
        <Flex paddingTop={2}>
          <Button variant="tertiary" size="S" onClick={() => setLimit(limit + MOST_DRAWN)}>
            {text('list.more', { shown: limit, count: items.length })}
          </Button>
        </Flex>
      )}
    </>
  );
}

/** Of the newest audit entries or deliveries. */
const PAGE_SIZE = 10;

interface NewestItemsProps<Item> {
  record: Omit<NewestRequest, 'limit'>;
  useQuery: (request: NewestRequest) => Query<Newest<Item>>;
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** The newest audit entries or deliveries of a record, and a button that loads more. */
export function NewestItems<Item>({ record, useQuery, empty, children }: NewestItemsProps<Item>) {
  const text = useText();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const query = useQuery({ ...record, limit });
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <QueryStates query={query}>
        {({ items, hasMore }) => (
          <>
            {items.length > 0 ? children(items) : <Typography textColor="neutral600">{empty}</Typography>}
            {hasMore && (
              <TextButton onClick={() => setLimit(limit + PAGE_SIZE)}>{text('deliveries.more')}</TextButton>
            )}
          </>
        )}
      </QueryStates>
    </Flex>
  );
}

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

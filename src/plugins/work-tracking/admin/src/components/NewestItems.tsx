import { Flex, TextButton, Typography } from '@strapi/design-system';
import { useState, type ReactNode } from 'react';
import type { Newest, NewestRequest } from '../api/edit-view';
import { useText } from '../translations/messages';
import { QueryStates, type Query } from './QueryStates';

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

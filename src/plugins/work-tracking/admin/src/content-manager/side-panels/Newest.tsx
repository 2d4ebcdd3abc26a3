import { Flex, TextButton, Typography } from '@strapi/design-system';
import { useState, type ReactNode } from 'react';
import type { Newest as NewestOf, NewestRequest } from '../../api/edit-view';
import { QueryStates } from '../../components/QueryStates';
import type { PanelError } from '../../errors';
import { useText } from '../../translations/messages';

const STEP = 10;

interface Query<Item> {
  data?: NewestOf<Item> | undefined;
  error?: PanelError | undefined;
  refetch: () => unknown;
}

interface NewestProps<Item> {
  record: Omit<NewestRequest, 'limit'>;
  useQuery: (request: NewestRequest) => Query<Item>;
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** The newest of what hangs on a record, and a button for more. */
export function Newest<Item>({ record, useQuery, empty, children }: NewestProps<Item>) {
  const text = useText();
  const [limit, setLimit] = useState(STEP);
  const query = useQuery({ ...record, limit });
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <QueryStates query={query}>
        {({ items, hasMore }) => (
          <>
            {items.length > 0 ? children(items) : <Typography textColor="neutral600">{empty}</Typography>}
            {hasMore && (
              <TextButton onClick={() => setLimit(limit + STEP)}>{text('deliveries.more')}</TextButton>
            )}
          </>
        )}
      </QueryStates>
    </Flex>
  );
}

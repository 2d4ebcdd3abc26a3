import { Box, Flex } from '@strapi/design-system';
import { useState } from 'react';
import { useGetSubscriptionsQuery } from '../../api/subscriptions';
import { CountedAt } from '../../components/Count';
import { MoreButton } from '../../components/Lists';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { SearchField } from '../../components/SearchField';
import { useAddressFilters } from '../../hooks/address-filters';
import { usePolling } from '../../hooks/polling';
import { useText } from '../../translations/messages';
import { SubscriptionTable } from './SubscriptionTable';

const REFRESH_MS = 10_000;

const FILTERS = ['text'] as const;

/** The filters' values that the server takes. */
const RULES = { text: (text: string) => text.length <= 255 };

/** The subscriptions: whether their deliveries arrive, and what can be done about it. */
export default function SubscriptionsPage() {
  const text = useText();
  const [{ text: search }, change] = useAddressFilters(FILTERS, RULES);
  return (
    <PageFrame
      title="subscriptions.title"
      actions={
        <Box role="search" width="30rem" maxWidth="100%">
          <SearchField
            label={text('subscriptions.search')}
            clearLabel={text('deliveries.filter.clear')}
            maxLength={255}
            value={search ?? ''}
            onChange={(typed) => change({ text: typed })}
          />
        </Box>
      }
    >
      {/* The key resets the number of pages when the search changes. */}
      <Subscriptions key={search} search={search} />
    </PageFrame>
  );
}

function Subscriptions({ search }: { search: string | undefined }) {
  const text = useText();
  const [pages, setPages] = useState(1);
  const query = useGetSubscriptionsQuery(
    { text: search, pages },
    { ...usePolling(REFRESH_MS), refetchOnMountOrArgChange: true },
  );
  return (
    <QueryStates
      query={query}
      isEmpty={({ subscriptions }) => subscriptions.length === 0}
      empty={text(search ? 'subscriptions.empty.filtered' : 'subscriptions.empty')}
    >
      {({ subscriptions, hasMore, countedAt }) => (
        <Flex direction="column" alignItems="stretch" gap={3}>
          <SubscriptionTable subscriptions={subscriptions} />
          <CountedAt at={countedAt} />
          {hasMore && <MoreButton query={query} onClick={() => setPages(pages + 1)} />}
        </Flex>
      )}
    </QueryStates>
  );
}

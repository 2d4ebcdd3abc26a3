import { Button, Flex } from '@strapi/design-system';
import { ArrowsCounterClockwise } from '@strapi/icons';
import { lazy, Suspense, useState } from 'react';
import {
  useGetDeliveriesQuery,
  useGetDeliveryChoicesQuery,
  type DeliveryFilters,
} from '../../api/deliveries';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useMay } from '../../permissions';
import { usePolling } from '../../polling';
import { useText } from '../../translations/messages';
import { DeliveryTable } from './DeliveryTable';
import { FilterBar } from './FilterBar';
import { useDeliveryFilters } from './filters';
import { ResendMany } from './ResendMany';
import { ResendOrders } from './ResendOrders';

const REFRESH_MS = 3_000;

// Its library is larger than the rest of the page, which need not wait for it.
const Charts = lazy(() => import('./Charts'));

/** How deliveries went, which there are, and how to send many again. */
export function DeliveryList() {
  const text = useText();
  const may = useMay();
  const [filters, change] = useDeliveryFilters();
  const [isResending, setIsResending] = useState(false);
  const { data: choices } = useGetDeliveryChoicesQuery(undefined);
  const mayResend = may('delivery.resend') && choices?.canReadOrders && choices.subscriptions.length > 0;
  return (
    <PageFrame
      title="deliveries.title"
      actions={
        mayResend && (
          <Button
            variant="secondary"
            startIcon={<ArrowsCounterClockwise />}
            onClick={() => setIsResending(true)}
          >
            {text('deliveries.resendMany')}
          </Button>
        )
      }
    >
      <Flex direction="column" alignItems="stretch" gap={6}>
        {choices && <FilterBar choices={choices} filters={filters} onChange={change} />}
        {choices?.canReadChart && (
          <Suspense>
            <Charts filters={filters} />
          </Suspense>
        )}
        {choices?.canReadOrders && <ResendOrders />}
        {/* Another selection begins at its top. */}
        <Deliveries key={JSON.stringify(filters)} filters={filters} />
      </Flex>
      {isResending && choices && (
        <ResendMany choices={choices} filters={filters} onClose={() => setIsResending(false)} />
      )}
    </PageFrame>
  );
}

function Deliveries({ filters }: { filters: DeliveryFilters }) {
  const text = useText();
  const [pages, setPages] = useState(1);
  const query = useGetDeliveriesQuery({ filters, pages }, usePolling(REFRESH_MS));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <QueryStates
      query={query}
      isEmpty={({ deliveries }) => deliveries.length === 0}
      empty={text(isFiltered ? 'deliveries.empty.filtered' : 'deliveries.empty')}
    >
      {({ deliveries, hasMore }) => (
        <>
          <DeliveryTable deliveries={deliveries} />
          {hasMore && (
            <Flex justifyContent="center">
              <Button
                variant="tertiary"
                // A refresh is none of the button's business.
                loading={query.isFetching && query.data !== query.currentData}
                onClick={() => setPages(pages + 1)}
              >
                {text('deliveries.more')}
              </Button>
            </Flex>
          )}
        </>
      )}
    </QueryStates>
  );
}

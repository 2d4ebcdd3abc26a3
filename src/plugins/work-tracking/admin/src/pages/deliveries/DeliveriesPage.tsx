import { Button, Flex } from '@strapi/design-system';
import { ArrowsCounterClockwise } from '@strapi/icons';
import { lazy, Suspense, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import {
  useGetBulkResendsQuery,
  useGetDeliveriesQuery,
  useGetDeliveryChoicesQuery,
  type DeliveryFilters,
} from '../../api/deliveries';
import { MoreButton } from '../../components/Lists';
import { PageFrame, UnknownPage } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { useMay } from '../../hooks/permissions';
import { usePolling } from '../../hooks/polling';
import { useText } from '../../translations/messages';
import { BulkResendDialog } from './BulkResendDialog';
import { BulkResends } from './BulkResends';
import { ComingChart } from './ChartFrame';
import { DeliveryTable } from './DeliveryTable';
import { DeliveryView } from './DeliveryView';
import { FilterBar, useDeliveryFilters } from './FilterBar';

const REFRESH_MS = 3_000;

// Loaded apart: the library that draws it is larger than the rest of the page.
const Chart = lazy(() => import('./Chart'));

/** The deliveries console: the list, and below its address each delivery. */
export default function DeliveriesPage() {
  return (
    <Routes>
      <Route index element={<Console />} />
      <Route path=":id" element={<DeliveryView />} />
      <Route path="*" element={<UnknownPage />} />
    </Routes>
  );
}

function Console() {
  const text = useText();
  const may = useMay();
  const [filters, change] = useDeliveryFilters();
  const [isResending, setIsResending] = useState(false);
  const query = useGetDeliveryChoicesQuery(undefined);
  const { data: choices } = query;
  const canResend = may('delivery.resend') && choices?.canReadResends && choices.subscriptions.length > 0;
  // The list comes when it is known what is above it, so that it does not move away from a pointer.
  const resends = useGetBulkResendsQuery(undefined, { skip: !choices?.canReadResends });
  return (
    <PageFrame
      title="deliveries.title"
      actions={
        canResend && (
          <Button
            variant="secondary"
            startIcon={<ArrowsCounterClockwise />}
            onClick={() => setIsResending(true)}
          >
            {text('deliveries.bulkResend')}
          </Button>
        )
      }
    >
      <QueryStates query={query}>
        {(known) => (
          <Flex direction="column" alignItems="stretch" gap={6}>
            <FilterBar choices={known} filters={filters} onChange={change} />
            {/* A search finds few: their attempts are no chart. */}
            {known.canReadChart && !filters.search && (
              <Suspense fallback={<ComingChart />}>
                <Chart filters={filters} />
              </Suspense>
            )}
            {known.canReadResends && <BulkResends />}
            {/* The key resets the number of pages when the filters change. */}
            {!resends.isLoading && <Deliveries key={JSON.stringify(filters)} filters={filters} />}
          </Flex>
        )}
      </QueryStates>
      {isResending && choices && (
        <BulkResendDialog choices={choices} filters={filters} onClose={() => setIsResending(false)} />
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
          {hasMore && <MoreButton query={query} onClick={() => setPages(pages + 1)} />}
        </>
      )}
    </QueryStates>
  );
}

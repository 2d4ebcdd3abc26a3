import { Button, Flex } from '@strapi/design-system';
import { ArrowsCounterClockwise } from '@strapi/icons';
import { lazy, Suspense, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import {
  useGetDeliveriesQuery,
  useGetDeliveryChoicesQuery,
  type DeliveryFilters,
} from '../../api/deliveries';
import { MoreButton } from '../../components/MoreButton';
import { PageFrame } from '../../components/PageFrame';
import { QueryStates } from '../../components/QueryStates';
import { UnknownPage } from '../../components/UnknownPage';
import { useMay } from '../../hooks/permissions';
import { usePolling } from '../../hooks/polling';
import { useText } from '../../translations/messages';
import { BulkResendDialog } from './BulkResendDialog';
import { BulkResends } from './BulkResends';
import { DeliveryTable } from './DeliveryTable';
import { DeliveryView } from './DeliveryView';
import { FilterBar, useDeliveryFilters } from './FilterBar';

const REFRESH_MS = 3_000;

// Loaded apart: the library of the charts is larger than the rest of the page.
const Charts = lazy(() => import('./Charts'));

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
  const { data: choices } = useGetDeliveryChoicesQuery(undefined);
  const canResend = may('delivery.resend') && choices?.canReadResends && choices.subscriptions.length > 0;
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
      <Flex direction="column" alignItems="stretch" gap={6}>
        {choices && <FilterBar choices={choices} filters={filters} onChange={change} />}
        {/* A search finds few: their attempts are no chart. */}
        {choices?.canReadChart && !filters.search && (
          <Suspense>
            <Charts filters={filters} />
          </Suspense>
        )}
        {choices?.canReadResends && <BulkResends />}
        {/* The key resets the number of pages when the filters change. */}
        <Deliveries key={JSON.stringify(filters)} filters={filters} />
      </Flex>
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
